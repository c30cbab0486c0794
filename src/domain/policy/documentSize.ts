import { countCharacters, shortened } from "../shared/characters.ts"
import type { Action } from "./Action.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"

/**
 * Limits on a document. A decision may call all of its policy's webhooks and show all of its tags, so without limits
 * a few large documents would slow down every other tenant.
 */
export const largestDocument = {
  webhooks: 20,
  tags: 500,
  /** In characters, like all lengths below. A rule's tag has the same limit. */
  tagName: 120,
  tagDescription: 1_000,
  name: 1_000,
  secret: 1_000
} as const

const tooLong = (path: string, text: string, most: number): ReadonlyArray<string> =>
  text.length > most && countCharacters(text) > most
    ? [`${path}: must have at most ${most.toLocaleString("en")} characters`]
    : []

const tooMany = (path: string, count: number, most: number): ReadonlyArray<string> =>
  count > most ? [`${path}: has ${count.toLocaleString("en")} entries; it may have at most ${most}`] : []

const tagOf = (action: Action): string => (action.type === "tag" ? action.tag : "")

/** Whether the document has more webhooks than a policy may have. If so, they are not looked at one by one. */
export const hasTooManyWebhooks = ({ webhooks }: Pick<PolicyDocument, "webhooks">): boolean =>
  webhooks.length > largestDocument.webhooks

/** Everything in a document that is too long or too many, one line each. */
export const sizeIssues = ({ checks, name, tags, webhooks }: PolicyDocument): ReadonlyArray<string> => {
  const { tagDescription, tagName } = largestDocument
  const ofTags = tags.flatMap(({ description = "", name }) => {
    // The name may be as long as the document.
    const place = `tags.${shortened(name, tagName)}`
    return [...tooLong(place, name, tagName), ...tooLong(`${place}.description`, description, tagDescription)]
  })
  return [
    ...tooLong("name", name, largestDocument.name),
    ...tooMany("webhooks", webhooks.length, largestDocument.webhooks),
    ...tooMany("tags", tags.length, largestDocument.tags),
    ...(tags.length > largestDocument.tags ? [] : ofTags),
    ...checks.flatMap(({ check, onAct, onReview }) => [
      ...tooLong(`checks.${check}.on_act.tag`, tagOf(onAct), tagName),
      ...tooLong(`checks.${check}.on_review.tag`, tagOf(onReview), tagName)
    ])
  ]
}
