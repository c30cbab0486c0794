import { Record } from "effect"
import { problemMediaType } from "../problems/problems.ts"
import type { Response } from "./sharedResponses.ts"

interface Operation {
  readonly responses: Readonly<Record<string, Response>>
}

/** What a problem has beside its own members. */
const furtherMember = {
  type: "object",
  required: ["error"],
  properties: { error: { $ref: "#/components/schemas/OpenAiError" } }
}

const withError = (response: Response): Response =>
  response.content?.[problemMediaType] === undefined
    ? response
    : {
        ...response,
        content: Record.map(response.content, (media, type) =>
          type === problemMediaType ? { ...media, schema: { allOf: [media.schema, furtherMember] } } : media
        )
      }

/**
 * An operation whose problems have OpenAI's `error` too. The problems' schemas belong to all operations, so what this
 * one adds is said where it refers to them.
 */
export const describeOpenAiErrors = (operation: Readonly<Record<string, unknown>>) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the framework makes no other
  const { responses } = operation as unknown as Operation
  return { ...operation, responses: Record.map(responses, withError) }
}
