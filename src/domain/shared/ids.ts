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

const uuid = Effect.flatMap(SecureRandom.SecureRandom, (random) => random.uuidV7())

const nextId = <A>(prefix: string, make: (id: string) => A) =>
  Effect.map(uuid, (uuid) => make(`${prefix}_${uuid.replaceAll("-", "")}`))

/**
 * Ids are UUIDv7 with a prefix, except those of deliveries, which have none. Sorted by id, things are sorted by
 * creation time.
 */
export const nextTenantId = nextId("ten", (id) => TenantId.make(id))
export const nextPolicyId = nextId("pol", (id) => PolicyId.make(id))
export const nextDecisionId = nextId("dec", (id) => DecisionId.make(id))
export const nextReviewId = nextId("rev", (id) => ReviewId.make(id))
export const nextApiKeyId = nextId("key", (id) => ApiKeyId.make(id))
export const nextRuleId = nextId("rul", (id) => RuleId.make(id))
export const nextDeliveryId = Effect.map(uuid, (uuid) => DeliveryId.make(uuid))

/** The time encoded in a delivery's id. */
export const queuedAtOf = (id: DeliveryId): DateTime.Utc =>
  DateTime.makeUnsafe(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))

/** The time encoded in a prefixed id, which serves as the creation time. */
export const createdAtOf = (id: string): DateTime.Utc =>
  DateTime.makeUnsafe(Number.parseInt(id.slice(4, 16), 16))
