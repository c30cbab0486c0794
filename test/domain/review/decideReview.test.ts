import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import type { Webhook } from "../../../src/domain/policy/PolicyDocument.ts"
import { decideReview } from "../../../src/domain/review/decideReview.ts"
import type { DecideReview } from "../../../src/domain/review/decideReview.ts"
import { ReviewQueue } from "../../../src/domain/review/ReviewQueue.ts"
import type { VerdictRecord } from "../../../src/domain/review/ReviewQueue.ts"
import type { Decision } from "../../../src/domain/screening/Decision.ts"
import { ApiKeyId, nextPolicyId, nextReviewId } from "../../../src/domain/shared/ids.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryPolicies } from "../../fakes/InMemoryPolicies.ts"
import { InMemoryReviewQueue } from "../../fakes/InMemoryReviewQueue.ts"
import { decidedCheck, document, idOf, live, tenant, webhook, newPolicy } from "../../fixtures.ts"
import { newOpenItem, verdictOn } from "./fixtures.ts"

const Ports = InMemoryReviewQueue.pipe(
  Layer.provideMerge(Layer.mergeAll(InMemoryDecisionLog, InMemoryPolicies)),
  Layer.provideMerge(SecureRandomPooled)
)

const key = ApiKeyId.make(idOf("key", "5"))
const hook = webhook("https://hooks.example.com/a", "review.verdict")

/** Gives a verdict, and returns what came of it and what was written for it. */
const decide = Effect.fnUntraced(function* (review: string, some: Partial<DecideReview> = {}) {
  const queue = yield* ReviewQueue
  const written: Array<VerdictRecord> = []
  const command: DecideReview = {
    workspace: live,
    actor: { type: "api_key", id: key },
    review,
    verdict: "block",
    note: null,
    ...some
  }
  const item = yield* decideReview(command).pipe(
    Effect.provideService(ReviewQueue, {
      ...queue,
      decide: (workspace, record) => {
        written.push(record)
        return queue.decide(workspace, record)
      }
    })
  )
  return { item, record: written[0] }
})

/** An open item whose decision was made under version 7 of a policy that now has these webhooks, in version 1. */
const itemUnder = Effect.fnUntraced(function* (
  webhooks: ReadonlyArray<Webhook>,
  some: Partial<Decision> = {}
) {
  const made = newPolicy({ document: { ...document, webhooks } })
  const { id } = yield* (yield* Policies).create(tenant.id, made)
  return yield* newOpenItem(live, { policy: { id, version: 7 }, ...some })
})

describe("a verdict on a review item", () => {
  it.effect("is returned as it is stored", () =>
    Effect.gen(function* () {
      const checks = [{ ...decidedCheck, reviewScore: 0.3 }]
      const open = yield* itemUnder([hook], { checks })
      const { item } = yield* decide(open.id, { note: "a note" })
      assert.deepStrictEqual(item, {
        ...open,
        status: "blocked",
        decision: { ...open.decision, promptRedacted: true },
        verdict: { verdict: "block", note: "a note", by: key, at: yield* DateTime.now }
      })
      assert.deepStrictEqual(yield* (yield* ReviewQueue).find(live, open.id), Option.some(item))
    }).pipe(Effect.provide(Ports))
  )

  it.effect("calls the webhooks that the decision's policy has now", () =>
    Effect.gen(function* () {
      const { id } = yield* itemUnder([hook, webhook("https://hooks.example.com/b", "review")])
      const { record } = yield* decide(id)
      assert.deepStrictEqual(
        record?.deliveries.map(({ event, url }) => ({ event, url })),
        [{ event: "review.verdict", url: hook.url }]
      )
    }).pipe(Effect.provide(Ports))
  )

  it.effect("calls none of a policy that is not there", () =>
    Effect.gen(function* () {
      const orphan = yield* newOpenItem(live, { policy: { id: yield* nextPolicyId, version: 1 } })
      const { item, record } = yield* decide(orphan.id)
      assert.deepStrictEqual([item.status, record?.deliveries], ["blocked", []])
    }).pipe(Effect.provide(Ports))
  )

  it.effect("is refused for what is not there, then for what is decided", () =>
    Effect.gen(function* () {
      const { id } = yield* itemUnder([])
      const refusal = (review: string, some?: Partial<DecideReview>) =>
        Effect.map(Effect.flip(decide(review, some)), ({ _tag }) => _tag)
      const unknown = yield* nextReviewId
      for (const review of [unknown, "nonsense", "", id.slice(4)]) {
        assert.strictEqual(yield* refusal(review), "ReviewItemNotFound")
      }
      const elsewhere = { workspace: { ...live, mode: "test" as const } }
      assert.strictEqual(yield* refusal(id, elsewhere), "ReviewItemNotFound")
      yield* decide(id)
      assert.strictEqual(yield* refusal(id), "AlreadyDecided")
    }).pipe(Effect.provide(Ports))
  )

  it.effect("is refused when another comes in between", () =>
    Effect.gen(function* () {
      const queue = yield* ReviewQueue
      const open = yield* itemUnder([])
      const error = yield* decide(open.id).pipe(
        Effect.provideService(ReviewQueue, {
          ...queue,
          decide: Effect.fnUntraced(function* (workspace, record) {
            yield* queue.decide(workspace, yield* verdictOn(open, { verdict: "allow", status: "allowed" }))
            return yield* queue.decide(workspace, record)
          }, Effect.provide(SecureRandomPooled))
        }),
        Effect.flip
      )
      assert.strictEqual(error._tag, "AlreadyDecided")
      assert.strictEqual(Option.getOrThrow(yield* queue.find(live, open.id)).status, "allowed")
    }).pipe(Effect.provide(Ports))
  )
})
