import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  ApiKeyId,
  createdAtOf,
  DecisionId,
  DeliveryId,
  nextApiKeyId,
  nextDecisionId,
  nextDeliveryId,
  nextPolicyId,
  nextReviewId,
  nextRuleId,
  nextTenantId,
  PolicyId,
  ReviewId,
  RuleId,
  TenantId
} from "../../../src/domain/shared/ids.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"

const kinds = {
  ten: { next: nextTenantId, schema: TenantId },
  pol: { next: nextPolicyId, schema: PolicyId },
  dec: { next: nextDecisionId, schema: DecisionId },
  rev: { next: nextReviewId, schema: ReviewId },
  key: { next: nextApiKeyId, schema: ApiKeyId },
  rul: { next: nextRuleId, schema: RuleId }
}

const Moment = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Date.UTC(2200, 0) }))

describe("an id", () => {
  for (const [prefix, { next, schema }] of Object.entries(kinds)) {
    it.effect(`with the prefix ${prefix} is 32 lower-case hex digits of a UUIDv7`, () =>
      Effect.gen(function* () {
        const id = yield* next
        assert.match(id, new RegExp(`^${prefix}_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$`))
        assert.isTrue(Schema.is(schema)(id))
      }).pipe(Effect.provide(SeededRandom))
    )

    it(`with the prefix ${prefix} is no other text`, () => {
      const digits = "0123456789abcdef0123456789abcdef"
      const others = [
        "",
        digits,
        `${prefix}_${digits.slice(1)}`,
        `${prefix}_${digits}0`,
        `${prefix}_${digits.toUpperCase()}`,
        `${prefix}-${digits}`,
        ` ${prefix}_${digits}`,
        `${prefix}_${digits}\n`,
        `xyz_${digits}`,
        `${prefix}_${digits.replace("a", "g")}`
      ]
      assert.deepStrictEqual(
        others.filter((other) => Schema.is(schema)(other)),
        []
      )
    })
  }

  it.effect.prop("carries the moment that it was made at, to the millisecond", [Moment], ([moment]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(moment)
      assert.strictEqual(DateTime.toEpochMillis(createdAtOf(yield* nextDecisionId)), moment)
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect.prop("sorts after those made before it", [Moment, Schema.Array(Moment)], ([start, steps]) =>
    Effect.gen(function* () {
      let now = start
      const ids: Array<string> = []
      for (const step of [0, 0, ...steps.map((step) => step % 3)]) {
        now += step
        yield* TestClock.setTime(now)
        ids.push(yield* nextDecisionId)
      }
      assert.deepStrictEqual(ids, ids.toSorted())
      assert.strictEqual(new Set(ids).size, ids.length)
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect("of a delivery keeps the shape of a UUID", () =>
    Effect.gen(function* () {
      const id = yield* nextDeliveryId
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.isTrue(Schema.is(DeliveryId)(id))
    }).pipe(Effect.provide(SeededRandom))
  )
})
