import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option, Result } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { ReviewItem } from "../../src/domain/review/ReviewItem.ts"
import { ReviewQueue } from "../../src/domain/review/ReviewQueue.ts"
import type { ReviewFilter, VerdictRecord } from "../../src/domain/review/ReviewQueue.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { nextReviewId } from "../../src/domain/shared/ids.ts"
import type { ReviewId } from "../../src/domain/shared/ids.ts"
import type { PageRequest } from "../../src/domain/shared/Page.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { newOpenItem, verdictOn } from "../domain/review/fixtures.ts"
import { newEventfulRecord, newRecord, newWorkspace } from "../fixtures.ts"

type Ports = ReviewQueue | DecisionLog | Tenants | SecureRandom.SecureRandom

const list = Effect.fnUntraced(function* (
  workspace: Workspace,
  { status = "open", after = null, limit = 50 }: Partial<ReviewFilter & PageRequest<ReviewId>> = {}
) {
  return yield* (yield* ReviewQueue).list(workspace, { status }, { after, limit })
})

const find = Effect.fnUntraced(function* (workspace: Workspace, { id }: Pick<ReviewItem, "id">) {
  return yield* (yield* ReviewQueue).find(workspace, id)
})

const decide = Effect.fnUntraced(function* (workspace: Workspace, record: VerdictRecord) {
  return yield* (yield* ReviewQueue).decide(workspace, record)
})

const idsOf = (items: ReadonlyArray<ReviewItem>) => items.map(({ id }) => id)

/** What every ReviewQueue does, whatever keeps it. */
export const reviewQueueContract = <E>(name: string, implementation: Layer.Layer<Ports, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("has an open item of each decision that was sent to review, and of no other", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const { decision } = yield* newEventfulRecord(workspace).pipe(
          Effect.tap((record) => Effect.flatMap(DecisionLog, (log) => log.commit(record)))
        )
        yield* (yield* DecisionLog).commit(yield* newRecord(workspace))
        const { reviewId } = decision.actions
        assert.isNotNull(reviewId)
        const expected: ReviewItem = { id: reviewId, status: "open", decision, verdict: null }
        assert.deepStrictEqual(yield* list(workspace), { items: [expected], isLast: true })
        assert.deepStrictEqual(yield* find(workspace, expected), Option.some(expected))
      })
    )

    it.effect("lists the oldest first, and each item once over all pages", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const ids = idsOf(yield* Effect.replicateEffect(newOpenItem(workspace), 7))
        for (const limit of [1, 2, 3, 7, 8, 100]) {
          let page = yield* list(workspace, { limit })
          const seen = [...idsOf(page.items)]
          while (!page.isLast) {
            assert.lengthOf(page.items, limit)
            page = yield* list(workspace, { limit, after: seen.at(-1) ?? null })
            seen.push(...idsOf(page.items))
          }
          assert.deepStrictEqual(seen, ids)
        }
      })
    )

    it.effect("goes on after the last item while others are decided and arrive", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const old = yield* Effect.replicateEffect(newOpenItem(workspace), 4)
        const { items } = yield* list(workspace, { limit: 2 })
        for (const item of items) yield* decide(workspace, yield* verdictOn(item))
        const late = yield* newOpenItem(workspace)
        const rest = yield* list(workspace, { after: items.at(-1)?.id ?? null })
        assert.deepStrictEqual(idsOf(rest.items), idsOf([...old.slice(2), late]))
        assert.deepStrictEqual(idsOf((yield* list(workspace)).items), idsOf([...old.slice(2), late]))
      })
    )

    it.effect("moves an item to the status of its verdict, with all that was said", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        for (const [verdict, status, note] of [
          ["allow", "allowed", "\u{1f98a} fine, \"quoted\" \\ 'so'\n"],
          ["block", "blocked", ""],
          ["dismiss", "dismissed", null]
        ] as const) {
          const item = yield* newOpenItem(workspace)
          const at = DateTime.makeUnsafe("2026-11-03T04:05:06.789Z")
          const record = yield* verdictOn(item, { verdict, status, note, at })
          yield* decide(workspace, record)
          const by = record.actor.type === "api_key" ? record.actor.id : null
          const expected = { ...item, status, verdict: { verdict, note, by, at } }
          assert.deepStrictEqual(yield* find(workspace, item), Option.some(expected))
          assert.deepStrictEqual(yield* list(workspace, { status }), { items: [expected], isLast: true })
          assert.deepStrictEqual(yield* list(workspace), { items: [], isLast: true })
        }
      })
    )

    it.effect("takes one of many verdicts on an item at once, and refuses the others then and later", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const item = yield* newOpenItem(workspace)
        // All alike, so that nothing but the queue itself tells the winner from the others.
        const record = yield* verdictOn(item)
        const results = yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => Effect.result(decide(workspace, record)),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(results.filter(Result.isSuccess), 1)
        for (const result of results) {
          if (Result.isFailure(result)) assert.strictEqual(result.failure._tag, "AlreadyDecided")
        }
        const late = yield* verdictOn(item, { verdict: "dismiss", status: "dismissed", note: "late" })
        assert.strictEqual((yield* Effect.flip(decide(workspace, late)))._tag, "AlreadyDecided")
        const after = Option.getOrThrow(yield* find(workspace, item))
        assert.deepStrictEqual([after.status, after.verdict?.note], [record.status, record.note])
      })
    )

    it.effect(
      "redacts the decision wherever it is read when the verdict says so, and changes nothing else",
      () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          const untouched = yield* newOpenItem(workspace)
          for (const redactsPrompt of [true, false]) {
            const item = yield* newOpenItem(workspace)
            yield* decide(workspace, yield* verdictOn(item, { redactsPrompt }))
            const expected = { ...item.decision, promptRedacted: redactsPrompt }
            const logged = yield* (yield* DecisionLog).find(workspace, item.decision.id)
            assert.deepStrictEqual(logged, Option.some(expected))
            const { decision } = Option.getOrThrow(yield* find(workspace, item))
            assert.deepStrictEqual(decision, expected)
          }
          assert.deepStrictEqual(yield* find(workspace, untouched), Option.some(untouched))
        })
    )

    it.effect("hides an item from the other mode and from other tenants, and lets neither decide it", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace("live")
        const item = yield* newOpenItem(workspace)
        const { tenantId } = workspace
        for (const other of [{ tenantId, mode: "test" as const }, yield* newWorkspace("live")]) {
          assert.deepStrictEqual(yield* find(other, item), Option.none())
          assert.deepStrictEqual(yield* list(other), { items: [], isLast: true })
          const refused = yield* Effect.flip(decide(other, yield* verdictOn(item)))
          assert.strictEqual(refused._tag, "AlreadyDecided")
        }
        assert.strictEqual(Option.getOrThrow(yield* find(workspace, item)).status, "open")
      })
    )

    it.effect("finds nothing under an id that was never given", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        assert.deepStrictEqual(yield* find(workspace, { id: yield* nextReviewId }), Option.none())
      })
    )
  })
