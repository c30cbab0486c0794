import { DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"

const opaqueId = <const Prefix extends string>(prefix: Prefix) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^${prefix}_[0-9a-f]{32}$`), {
      message: `must be ${prefix}_ and 32 hex digits`
    })
  )

export const TenantId = opaqueId("ten").pipe(Schema.brand("TenantId"))
export type TenantId = typeof TenantId.Type

export const PolicyId = opaqueId("pol").pipe(Schema.brand("PolicyId"))
export type PolicyId = typeof PolicyId.Type
export const isPolicyId = Schema.is(PolicyId)

export const DecisionId = opaqueId("dec").pipe(Schema.brand("DecisionId"))
export type DecisionId = typeof DecisionId.Type
export const isDecisionId = Schema.is(DecisionId)

export const ReviewId = opaqueId("rev").pipe(Schema.brand("ReviewId"))
export type ReviewId = typeof ReviewId.Type
export const isReviewId = Schema.is(ReviewId)

export const ApiKeyId = opaqueId("key").pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type
export const isApiKeyId = Schema.is(ApiKeyId)

export const RuleId = opaqueId("rul").pipe(Schema.brand("RuleId"))
export type RuleId = typeof RuleId.Type
export const isRuleId = Schema.is(RuleId)

/** A webhook delivery's id, which receivers see: a plain UUID without a prefix. */
export const DeliveryId = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type
export const isDeliveryId = Schema.is(DeliveryId)

type Random = SecureRandom.SecureRandom["Service"]

/** If the source gives its UUIDs at once, so does this. */
const idFrom =
  <A>(make: (uuid: string) => A) =>
  (random: Random): Effect.Effect<A> =>
    Effect.mapEager(random.uuidV7(), make)

const prefixedFrom = <A>(prefix: string, make: (id: string) => A) =>
  idFrom((uuid) => make(`${prefix}_${uuid.replaceAll("-", "")}`))

const decisionIdFrom = prefixedFrom("dec", (id) => DecisionId.make(id))
const reviewIdFrom = prefixedFrom("rev", (id) => ReviewId.make(id))
const deliveryIdFrom = idFrom((uuid) => DeliveryId.make(uuid))

const nextId = <A>(from: (random: Random) => Effect.Effect<A>) =>
  Effect.flatMap(SecureRandom.SecureRandom, from)

/**
 * Ids are UUIDv7 with a prefix, except those of deliveries, which have none. Sorted by id, things are sorted by
 * creation time.
 */
export const nextTenantId = nextId(prefixedFrom("ten", (id) => TenantId.make(id)))
export const nextPolicyId = nextId(prefixedFrom("pol", (id) => PolicyId.make(id)))
export const nextDecisionId = nextId(decisionIdFrom)
export const nextReviewId = nextId(reviewIdFrom)
export const nextApiKeyId = nextId(prefixedFrom("key", (id) => ApiKeyId.make(id)))
export const nextRuleId = nextId(prefixedFrom("rul", (id) => RuleId.make(id)))
export const nextDeliveryId = nextId(deliveryIdFrom)

/** The ids that a check needs. Their source is looked up once, because checks are made all the time. */
export const makeCheckIds = Effect.map(SecureRandom.SecureRandom, (random) => ({
  nextDecisionId: () => decisionIdFrom(random),
  nextReviewId: () => reviewIdFrom(random),
  nextDeliveryId: () => deliveryIdFrom(random)
}))
export type CheckIds = Effect.Success<typeof makeCheckIds>

/** The time encoded in a delivery's id. */
export const queuedAtOf = (id: DeliveryId): DateTime.Utc =>
  DateTime.makeUnsafe(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** The bits of an id below the 48 bits of its time. */
const belowTime = 80n

/** The lowest id that can be made at a moment, as the number that its hex digits spell. */
export const firstIdAt = (moment: DateTime.Utc): bigint =>
  BigInt(Math.max(0, moment.epochMilliseconds)) << belowTime

/** The time encoded in an id that is given as such a number. */
export const timeOfId = (id: bigint): DateTime.Utc => DateTime.makeUnsafe(Number(id >> belowTime))

/** The time encoded in a prefixed id, which serves as the creation time. */
export const createdAtOf = (id: string): DateTime.Utc =>
  DateTime.makeUnsafe(Number.parseInt(id.slice(4, 16), 16))
