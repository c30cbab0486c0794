import { DateTime, Redacted } from "effect"
import type { Webhook, WebhookEvent } from "../policy/PolicyDocument.ts"

/** How long a replaced secret keeps signing beside the new one. */
const overlap = { hours: 24 } as const

/**
 * The most replaced versions whose secrets still sign: more than anyone replaces in a day. Each of them is read again
 * whenever anything changes for its tenant.
 */
export const mostReplaced = 50

/** A version that has been current, and when it last became so. */
export interface Publication {
  readonly version: number
  readonly publishedAt: DateTime.Utc
}

/** The versions whose secrets still sign: those replaced within the overlap, newest first, at most `mostReplaced`. */
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

/** Which webhook of a policy a delivery is for. */
export interface Addressee {
  readonly url: string
  readonly event: WebhookEvent
  /** How many earlier webhooks of the policy have the same url and listen to the same event. */
  readonly place: number
}

const wanting = (webhooks: Webhooks, { event, url }: Omit<Addressee, "place">): Webhooks =>
  webhooks.filter((webhook) => webhook.url === url && webhook.events.includes(event))

/**
 * The secret of the webhook at the addressee's place among those with its url and event, or of the last one if there
 * are fewer. If none listens to the event, the secret of the first with the url.
 */
const secretFor = (webhooks: Webhooks, addressee: Addressee) => {
  const entries = wanting(webhooks, addressee)
  const entry = entries[addressee.place] ?? entries.at(-1)
  return (entry ?? webhooks.find(({ url }) => url === addressee.url))?.secret
}

/** The webhooks of a policy's versions. */
export interface SigningVersions {
  readonly current: Webhooks
  /** Newest first. */
  readonly replaced: ReadonlyArray<Webhooks>
  /** The webhooks of the version that decided. */
  readonly decided: Webhooks
}

/** Whether several webhooks share a url and an event, so that these alone do not tell which one a delivery is for. */
export const isShared = (
  { current, decided, replaced }: SigningVersions,
  addressee: Omit<Addressee, "place">
): boolean => [current, decided, ...replaced].some((webhooks) => wanting(webhooks, addressee).length > 1)

/**
 * The secrets to sign with, each once: the url's current one, then those that it replaced. If the current version no
 * longer has the url, one secret signs: that of the version that decided or, if it has none either, the most recent
 * one.
 */
export const signingSecrets = (
  { current, decided, replaced }: SigningVersions,
  addressee: Addressee
): ReadonlyArray<Redacted.Redacted> => {
  const secretIn = (webhooks: Webhooks) => secretFor(webhooks, addressee)
  const currentSecret = secretIn(current)
  const earlier = replaced.map(secretIn).filter((secret) => secret !== undefined)
  const secrets =
    currentSecret === undefined ? [secretIn(decided) ?? earlier[0]] : [currentSecret, ...earlier]
  const distinct = new Set(
    secrets.flatMap((secret) => (secret === undefined ? [] : [Redacted.value(secret)]))
  )
  return [...distinct].map((secret) => Redacted.make(secret))
}
