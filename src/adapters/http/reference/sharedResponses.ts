import { Record } from "effect"
import { problemMediaType } from "../problems/problems.ts"

interface ProblemSchema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<ProblemSchema>
  readonly allOf?: ReadonlyArray<object>
}

export interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: ProblemSchema }>>
}

interface Answered<R> {
  readonly responses: Readonly<Record<string, R>>
}

type Paths<R, Operation extends Answered<R>> = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/**
 * The codes of the problems that a response may have, as one name; undefined if it has no problem, or more than its own
 * members.
 */
const nameOf = ({ content }: Response): string | undefined => {
  const schema = content?.[problemMediaType]?.schema
  if (schema === undefined || schema.allOf !== undefined) return undefined
  return (schema.anyOf ?? [schema])
    .map(({ $ref = "" }) => $ref.replace("#/components/schemas/", "").replace(/_problem$/, ""))
    .join("_or_")
}

/** By name, the problems that several operations answer with in the same way. */
const sharedBy = <R extends Response>(responses: ReadonlyArray<R>): ReadonlyMap<string, R> => {
  const shared = new Map<string, R>()
  for (const [name, [first, ...others]] of Map.groupBy(responses, nameOf)) {
    if (name === undefined || first === undefined || others.length === 0) continue
    const text = JSON.stringify(first)
    if (others.every((other) => JSON.stringify(other) === text)) shared.set(name, first)
  }
  return shared
}

/**
 * The same operations, with references to what many of them answer in the same way. Each refusal would otherwise be
 * written out some thirty times, with all its headers.
 */
export const shareResponses = <R extends Response, Operation extends Answered<R>>(
  paths: Paths<R, Operation>
) => {
  const shared = sharedBy(
    Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ responses }) => Object.values(responses))
    )
  )
  const referred = (response: R) => {
    const name = nameOf(response) ?? ""
    return shared.has(name) ? { $ref: `#/components/responses/${name}` } : response
  }
  return {
    responses: Object.fromEntries(shared),
    paths: Record.map(paths, (operations) =>
      Record.map(operations, (operation) => ({
        ...operation,
        responses: Record.map(operation.responses, referred)
      }))
    )
  }
}
