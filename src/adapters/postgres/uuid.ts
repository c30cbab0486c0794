import type { DateTime } from "effect"
import {
  ApiKeyId,
  DecisionId,
  firstIdAt,
  PolicyId,
  ReviewId,
  RuleId,
  TenantId
} from "../../domain/shared/ids.ts"

/** Ids have a prefix on the wire and are bare UUIDs in the database. */
export const toUuid = (id: string): string =>
  `${id.slice(4, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20, 24)}-${id.slice(24)}`

/** The 32 hex digits of a UUID as Postgres prints it. */
const hexOf = (uuid: string): string => uuid.replaceAll("-", "")

export const tenantIdOf = (uuid: string): TenantId => TenantId.make(`ten_${hexOf(uuid)}`)
export const policyIdOf = (uuid: string): PolicyId => PolicyId.make(`pol_${hexOf(uuid)}`)
export const decisionIdOf = (uuid: string): DecisionId => DecisionId.make(`dec_${hexOf(uuid)}`)
export const reviewIdOf = (uuid: string): ReviewId => ReviewId.make(`rev_${hexOf(uuid)}`)
export const apiKeyIdOf = (uuid: string): ApiKeyId => ApiKeyId.make(`key_${hexOf(uuid)}`)
export const ruleIdOf = (uuid: string): RuleId => RuleId.make(`rul_${hexOf(uuid)}`)

/** The UUID whose hex digits are those of a number. */
export const uuidOfNumber = (value: bigint): string => toUuid(`    ${value.toString(16).padStart(32, "0")}`)

/** Sorts before every id. */
export const leastUuid = uuidOfNumber(0n)

/** Sorts after every id. */
export const greatestUuid = uuidOfNumber((1n << 128n) - 1n)

/** The smallest UUIDv7 of a moment. */
export const firstUuidAt = (moment: DateTime.Utc): string => uuidOfNumber(firstIdAt(moment))
