import { Array as Arrays, Predicate, SchemaAST, SchemaIssue } from "effect"

const options: SchemaAST.ParseOptions = { errors: "all" }

type Check = SchemaAST.Checks[number]

const filtersOf = (check: Check): ReadonlyArray<Extract<Check, { readonly _tag: "Filter" }>> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)

type Child = readonly [name: PropertyKey, ast: SchemaAST.AST | undefined, value: unknown]

/** What a list or an object of its schema's kind holds; undefined for any other value. */
const childrenOf = (ast: SchemaAST.AST, value: unknown): ReadonlyArray<Child> | undefined => {
  if (SchemaAST.isArrays(ast) && Array.isArray(value)) {
    return value.map((item, index) => [index, ast.elements[index] ?? ast.rest[0], item])
  }
  if (!SchemaAST.isObjects(ast) || !Predicate.isObject(value)) return undefined
  const types = new Map(ast.propertySignatures.map(({ name, type }) => [name, type]))
  return Object.entries(value).map(([name, field]) => [
    name,
    types.get(name) ?? ast.indexSignatures[0]?.type,
    field
  ])
}

/**
 * What is wrong with lists and objects as wholes, such as their length. The framework looks at a whole only when
 * everything in it fits, and a request is told all that is wrong with it.
 */
export const wholeIssues = (
  ast: SchemaAST.AST,
  value: unknown,
  path: ReadonlyArray<PropertyKey> = []
): ReadonlyArray<SchemaIssue.Issue> => {
  const children = childrenOf(ast, value)
  if (children === undefined) return []
  const own = (ast.checks ?? []).flatMap(filtersOf).flatMap((filter) => {
    const issue = filter.run(value, ast, options)
    return issue === undefined
      ? []
      : [new SchemaIssue.Pointer(path, new SchemaIssue.Filter(filter, issue, value))]
  })
  const inner = Arrays.flatMap(children, ([name, type, child]) =>
    type === undefined ? [] : wholeIssues(type, child, [...path, name])
  )
  return [...own, ...inner]
}
