import { Redacted } from "effect"
import type { PolicyDocument, Webhook } from "./PolicyDocument.ts"

/** Shown in place of a webhook's secret. When it is sent as the secret, the stored one is kept. */
export const keptSecret = "redacted"

export const isKept = (secret: Redacted.Redacted): boolean => Redacted.value(secret) === keptSecret

/** For each url, the stored secrets of the webhooks with that url, in their order. */
export type StoredSecrets = ReadonlyMap<string, ReadonlyArray<Redacted.Redacted>>

/** The urls for which the document asks to keep a stored secret. */
export const urlsToKeep = ({ webhooks }: PolicyDocument): ReadonlyArray<string> => [
  ...new Set(webhooks.filter(({ secret }) => isKept(secret)).map(({ url }) => url))
]

/**
 * Puts stored secrets into a document wherever it asks to keep them. Of several webhooks with the same url, the first
 * keeps the first secret, the second the second, and so on; when the secrets run out, the last one is used. So a
 * document that is read and sent back keeps each secret. If nothing is stored for a url, validation refuses it.
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

/** The document as API keys may read it. */
export const withoutSecrets = (document: PolicyDocument): PolicyDocument => ({
  ...document,
  webhooks: document.webhooks.map((webhook) => ({ ...webhook, secret: Redacted.make(keptSecret) }))
})
