import { Predicate, SchemaAST, SchemaIssue } from "effect"

const options: SchemaAST.ParseOptions = { errors: "all" }

type Check = SchemaAST.Checks[number]

const filtersOf = (check: Check): ReadonlyArray<Extract<Check, { readonly _tag: "Filter" }>> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)

const isWhole = (ast: SchemaAST.AST | undefined): ast is SchemaAST.AST =>
  ast !== undefined && (SchemaAST.isArrays(ast) || SchemaAST.isObjects(ast))

type Child = readonly [name: PropertyKey, ast: SchemaAST.AST | undefined, value: unknown]

/**
 * The children of a list or an object, if it is of its schema's kind and they may be lists or objects themselves;
 * undefined for any other value.
 */
const childrenOf = (ast: SchemaAST.AST, value: object): ReadonlyArray<Child> | undefined => {
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) {
    const { elements, rest } = ast
    if (![...elements, ...rest].some(isWhole)) return []
    return value.map((item, index) => [index, elements[index] ?? rest[0], item])
  }
  if (!SchemaAST.isObjects(ast) || !Predicate.isObject(value)) return undefined
  const named = ast.propertySignatures.map(({ name, type }): Child => [name, type, Reflect.get(value, name)])
  const others = ast.indexSignatures[0]?.type
  if (!isWhole(others)) return named
  const names = new Set<PropertyKey>(ast.propertySignatures.map(({ name }) => name))
  const rest = Object.entries(value).filter(([name]) => !names.has(name))
  return [...named, ...rest.map(([name, field]): Child => [name, others, field])]
}

const collect = (
  ast: SchemaAST.AST,
  value: unknown,
  path: ReadonlyArray<PropertyKey>,
  issues: Array<SchemaIssue.Issue>
): void => {
  const children = typeof value === "object" && value !== null ? childrenOf(ast, value) : undefined
  if (children === undefined) return
  for (const filter of (ast.checks ?? []).flatMap(filtersOf)) {
    const issue = filter.run(value, ast, options)
    if (issue === undefined) continue
    issues.push(new SchemaIssue.Pointer(path, new SchemaIssue.Filter(filter, issue, value)))
  }
  for (const [name, type, child] of children) {
    if (type !== undefined) collect(type, child, [...path, name], issues)
  }
}

/**
 * What is wrong with lists and objects as a whole, such as their length. The framework checks that only if everything
 * inside fits, but a client is told of all issues at once.
 */
export const wholeIssues = (ast: SchemaAST.AST, value: unknown): ReadonlyArray<SchemaIssue.Issue> => {
  const issues: Array<SchemaIssue.Issue> = []
  collect(ast, value, [], issues)
  return issues
}
