import { DateTime, Redacted } from "effect"
import type { Webhook, WebhookEvent } from "../policy/PolicyDocument.ts"

/** How long a secret that was replaced still signs beside the new one. */
const overlap = { hours: 24 } as const

/** More versions than people replace in a day. Each of them is read again whenever anything of its tenant changes. */
export const mostReplaced = 50

/** A version that was current at some time, and when it last became so. */
export interface Publication {
  readonly version: number
  readonly publishedAt: DateTime.Utc
}

/** The versions that were replaced no longer ago than the overlap, the latest first, as many as still sign. */
export const recentlyReplaced = (
  publications: ReadonlyArray<Publication>,
  currentVersion: number,
  now: DateTime.Utc
): ReadonlyArray<number> => {
  const latestFirst = publications.toSorted((a, b) => DateTime.Order(b.publishedAt, a.publishedAt))
  const since = DateTime.subtract(now, overlap)
  const replaced = latestFirst.flatMap(({ version }, index) => {
    const successor = latestFirst[index - 1]
    const isRecent = successor !== undefined && DateTime.isGreaterThan(successor.publishedAt, since)
    return isRecent && version !== currentVersion ? [version] : []
  })
  return replaced.slice(0, mostReplaced)
}

type Webhooks = ReadonlyArray<Webhook>

/** Which entry of a policy a delivery is for. */
export interface Addressee {
  readonly url: string
  readonly event: WebhookEvent
  /** How many entries with the same url that want the same event stand before it. */
  readonly place: number
}

const wanting = (webhooks: Webhooks, { event, url }: Omit<Addressee, "place">): Webhooks =>
  webhooks.filter((webhook) => webhook.url === url && webhook.events.includes(event))

/** Of entries with one url the one that wants this event, if any does. What is beyond the last has its secret. */
const secretFor = (webhooks: Webhooks, addressee: Addressee) => {
  const entries = wanting(webhooks, addressee)
  const entry = entries[addressee.place] ?? entries.at(-1)
  return (entry ?? webhooks.find(({ url }) => url === addressee.url))?.secret
}

/** The webhooks of a policy's versions. */
export interface SigningVersions {
  readonly current: Webhooks
  /** The latest first. */
  readonly replaced: ReadonlyArray<Webhooks>
  /** Of the version that decided. */
  readonly decided: Webhooks
}

/** Whether a url and an event alone do not tell which entry a delivery is for. */
export const isShared = (
  { current, decided, replaced }: SigningVersions,
  addressee: Omit<Addressee, "place">
): boolean => [current, decided, ...replaced].some((webhooks) => wanting(webhooks, addressee).length > 1)

/**
 * The secrets to sign with, each once: the url's current one, then those that it replaced. A url that the current
 * version no longer has keeps one that it had: when the decision was made, or else lately.
 */
export const signingSecrets = (
  { current, decided, replaced }: SigningVersions,
  addressee: Addressee
): ReadonlyArray<Redacted.Redacted> => {
  const secretIn = (webhooks: Webhooks) => secretFor(webhooks, addressee)
  const now = secretIn(current)
  const earlier = replaced.map(secretIn).filter((secret) => secret !== undefined)
  const secrets = now === undefined ? [secretIn(decided) ?? earlier[0]] : [now, ...earlier]
  const distinct = new Set(
    secrets.flatMap((secret) => (secret === undefined ? [] : [Redacted.value(secret)]))
  )
  return [...distinct].map((secret) => Redacted.make(secret))
}
