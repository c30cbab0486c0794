import { Redacted } from "effect"
import type { PolicyDocument, Webhook } from "./PolicyDocument.ts"

/** Shown in place of a webhook's secret. When it is sent as the secret, the stored one is kept. */
export const keptSecret = "redacted"

export const isKept = (secret: Redacted.Redacted): boolean => Redacted.value(secret) === keptSecret

/** A stored secret, and the events of the webhook that has it. */
export type StoredSecret = Pick<Webhook, "events" | "secret">

/** For each url, the stored secrets of the webhooks with that url, in their order. */
export type StoredSecrets = ReadonlyMap<string, ReadonlyArray<StoredSecret>>

/** The urls for which the document asks to keep a stored secret. */
export const urlsToKeep = ({ webhooks }: PolicyDocument): ReadonlyArray<string> => [
  ...new Set(webhooks.filter(({ secret }) => isKept(secret)).map(({ url }) => url))
]

/** The same for the same events, in whatever order they are named. */
const eventsKey = ({ events }: Pick<Webhook, "events">): string => [...new Set(events)].toSorted().join(" ")

/** For each of the webhooks with one url, in their order, the secret that it may keep; undefined if there is none. */
const secretsFor = (
  webhooks: ReadonlyArray<Webhook>,
  stored: ReadonlyArray<StoredSecret>
): ReadonlyArray<Redacted.Redacted | undefined> => {
  const left = [...stored]
  const takeAt = (index: number) => (index === -1 ? undefined : left.splice(index, 1)[0]?.secret)
  const byEvents = webhooks.map((webhook) => {
    const key = eventsKey(webhook)
    return takeAt(left.findIndex((held) => eventsKey(held) === key))
  })
  return byEvents.map((secret) => secret ?? left.shift()?.secret ?? stored.at(-1)?.secret)
}

/**
 * Puts stored secrets into a document wherever it asks to keep them. Of several webhooks with the same url, each keeps
 * the secret of the one with the same events. Of the others, the first keeps the first secret that is left, the second
 * the second, and so on; when the secrets run out, the last one of the url is used. So a document that is read and sent
 * back keeps each secret, in whatever order its webhooks are. If nothing is stored for a url, validation refuses it.
 */
export const keepSecrets = (document: PolicyDocument, stored: StoredSecrets): PolicyDocument => {
  const secrets = new Map(
    Array.from(stored, ([url, held]) => {
      const webhooks = document.webhooks.filter((webhook) => webhook.url === url)
      return [url, secretsFor(webhooks, held).values()] as const
    })
  )
  const keep = (webhook: Webhook): Webhook => {
    const secret = secrets.get(webhook.url)?.next().value
    return secret === undefined || !isKept(webhook.secret) ? webhook : { ...webhook, secret }
  }
  return { ...document, webhooks: document.webhooks.map(keep) }
}

/** The document as API keys may read it. */
export const withoutSecrets = (document: PolicyDocument): PolicyDocument => ({
  ...document,
  webhooks: document.webhooks.map((webhook) => ({ ...webhook, secret: Redacted.make(keptSecret) }))
})
