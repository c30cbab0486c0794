import { Redacted } from "effect"
import type { PolicyDocument, Webhook } from "./PolicyDocument.ts"

/** What a secret reads as, and what keeps the stored one when it is sent. */
export const keptSecret = "redacted"

export const isKept = (secret: Redacted.Redacted): boolean => Redacted.value(secret) === keptSecret

/** For each url the stored secrets of the entries that have it, in the order of the entries. */
export type StoredSecrets = ReadonlyMap<string, ReadonlyArray<Redacted.Redacted>>

/** The urls whose stored secrets the document asks to keep. */
export const urlsToKeep = ({ webhooks }: PolicyDocument): ReadonlyArray<string> => [
  ...new Set(webhooks.filter(({ secret }) => isKept(secret)).map(({ url }) => url))
]

/**
 * The document with stored secrets where it asks to keep them. Of several entries with one url, the first keeps the
 * first secret, the second the second and so on, and what is beyond keeps the last; so that what was read and is sent
 * back keeps each. A url without a stored secret is left for validation to refuse.
 */
export const keepSecrets = (document: PolicyDocument, stored: StoredSecrets): PolicyDocument => {
  const seen = new Map<string, number>()
  const keep = (webhook: Webhook): Webhook => {
    const position = seen.get(webhook.url) ?? 0
    seen.set(webhook.url, position + 1)
    const secrets = stored.get(webhook.url) ?? []
    const kept = secrets[position] ?? secrets.at(-1)
    return kept === undefined || !isKept(webhook.secret) ? webhook : { ...webhook, secret: kept }
  }
  return { ...document, webhooks: document.webhooks.map(keep) }
}

/** The document as anyone may see it. */
export const withoutSecrets = (document: PolicyDocument): PolicyDocument => ({
  ...document,
  webhooks: document.webhooks.map((webhook) => ({ ...webhook, secret: Redacted.make(keptSecret) }))
})
