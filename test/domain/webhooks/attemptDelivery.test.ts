import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"
import { nextDeliveryId } from "../../../src/domain/shared/ids.ts"
import { StorageUnavailable } from "../../../src/domain/shared/StorageUnavailable.ts"
import { attemptDelivery } from "../../../src/domain/webhooks/attemptDelivery.ts"
import { DeliveryQueue } from "../../../src/domain/webhooks/DeliveryQueue.ts"
import type { AttemptRecord, ClaimedDelivery } from "../../../src/domain/webhooks/DeliveryQueue.ts"
import { WebhookSecrets } from "../../../src/domain/webhooks/WebhookSecrets.ts"
import { WebhookSender } from "../../../src/domain/webhooks/WebhookSender.ts"
import { live, newDecision, policyId } from "../../fixtures.ts"

const claimed = Effect.gen(function* () {
  const { id, outcome, policy, tags } = yield* newDecision(live)
  const delivery: ClaimedDelivery = {
    id: yield* nextDeliveryId,
    workspace: live,
    url: "https://hooks.example.com/a",
    event: "allow",
    policy: { id: policyId, version: 1 },
    occasion: {
      decision: { id, outcome, tags, tenantId: live.tenantId, policyId, policyVersion: policy.version },
      review: null
    },
    attempt: 1,
    destination: "a",
    cause: undefined
  }
  return delivery
}).pipe(Effect.provide(SecureRandomPooled))

/** A receiver that takes every call, and a queue that is unavailable so many times before it records. */
const attempting = (unavailable: number, secrets: ReadonlyArray<string> = ["a secret"]) => {
  const seen = { calls: 0, tries: 0, records: Array<AttemptRecord>() }
  const record = (made: AttemptRecord) =>
    Effect.suspend(() => {
      seen.tries += 1
      if (seen.tries <= unavailable) return Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
      seen.records.push(made)
      return Effect.void
    })
  const World = Layer.mergeAll(
    Layer.succeed(DeliveryQueue, {
      claim: () => Effect.die("not asked"),
      record,
      untilQueued: Effect.never
    }),
    Layer.succeed(WebhookSecrets, { of: () => Effect.succeed(secrets.map((text) => Redacted.make(text))) }),
    Layer.succeed(WebhookSender, {
      send: () =>
        Effect.sync(() => {
          seen.calls += 1
          return { statusCode: 204, fault: null }
        })
    })
  )
  const attempt = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(
      Effect.exit(attemptDelivery(yield* claimed, [Duration.zero, Duration.minutes(1)]))
    )
    yield* TestClock.adjust("10 seconds")
    return yield* Fiber.join(fiber)
  }).pipe(Effect.provide(World))
  return { attempt, seen }
}

describe("an attempt", () => {
  it.effect("that could not be recorded at once is recorded later, and is not made again", () =>
    Effect.gen(function* () {
      const { attempt, seen } = attempting(3)
      assert.isTrue(Exit.isSuccess(yield* attempt))
      assert.deepInclude(seen, { calls: 1, tries: 4 })
      assert.deepStrictEqual(
        seen.records.map(({ attempt: { statusCode }, outcome }) => [statusCode, outcome.status]),
        [[204, "delivered"]]
      )
    })
  )

  it.effect("that cannot be recorded fails in the end, so that its lease runs out", () =>
    Effect.gen(function* () {
      const { attempt, seen } = attempting(Infinity)
      assert.isTrue(Exit.isFailure(yield* attempt))
      assert.deepInclude(seen, { calls: 1, tries: 4 })
    })
  )

  it.effect("without a secret calls nobody, and is tried again like any other failure", () =>
    Effect.gen(function* () {
      const { attempt, seen } = attempting(0, [])
      yield* attempt
      assert.strictEqual(seen.calls, 0)
      assert.deepStrictEqual(
        seen.records.map(({ attempt: { fault }, outcome }) => [fault, outcome.status]),
        [["secret_unknown", "waiting"]]
      )
    })
  )
})
