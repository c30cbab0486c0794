import { Effect, Layer, Option, Ref } from "effect"
import { AlreadyDecided } from "../../src/domain/review/errors.ts"
import type { ReviewItem } from "../../src/domain/review/ReviewItem.ts"
import { ReviewQueue } from "../../src/domain/review/ReviewQueue.ts"
import type { VerdictRecord } from "../../src/domain/review/ReviewQueue.ts"
import { actorName } from "../../src/domain/shared/Actor.ts"
import { toPage } from "../../src/domain/shared/Page.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import { LoggedRecords } from "./InMemoryDecisionLog.ts"

/** The items that the fake log's decisions opened, with the verdicts that were given here. */
export const InMemoryReviewQueue = Layer.effect(
  ReviewQueue,
  Effect.gen(function* () {
    const records = yield* LoggedRecords
    const verdicts = yield* Ref.make<ReadonlyMap<string, VerdictRecord>>(new Map())

    const itemsOf = Effect.fnUntraced(function* ({ mode, tenantId }: Workspace) {
      const given = yield* Ref.get(verdicts)
      const own = (yield* Ref.get(records)).filter(
        ({ workspace }) => workspace.tenantId === tenantId && workspace.mode === mode
      )
      return own
        .flatMap(({ decision }): ReadonlyArray<ReviewItem> => {
          const { reviewId: id } = decision.actions
          if (id === null) return []
          const record = given.get(id)
          if (record === undefined) return [{ id, status: "open", decision, verdict: null }]
          const { actor, at, note, status, verdict } = record
          return [{ id, status, decision, verdict: { verdict, note, by: actorName(actor), at } }]
        })
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    })

    const redact = ({ item, redactsPrompt }: VerdictRecord) =>
      Ref.update(records, (all) =>
        all.map((record) => {
          if (!redactsPrompt || record.decision.id !== item.decision.id) return record
          const { decision, dryRunDecision } = record
          const redacted = { ...record, decision: { ...decision, promptRedacted: true } }
          return dryRunDecision === undefined
            ? redacted
            : { ...redacted, dryRunDecision: { ...dryRunDecision, promptRedacted: true } }
        })
      )

    return ReviewQueue.of({
      list: (workspace, { status }, { after, limit }) =>
        Effect.map(itemsOf(workspace), (items) =>
          toPage(
            items
              .filter((item) => item.status === status && (after === null || item.id > after))
              .slice(0, limit + 1),
            limit
          )
        ),
      find: (workspace, id) =>
        Effect.map(itemsOf(workspace), (items) =>
          Option.fromUndefinedOr(items.find((item) => item.id === id))
        ),
      decide: Effect.fnUntraced(function* (workspace, record) {
        const { id } = record.item
        const items = yield* itemsOf(workspace)
        const wins = yield* Ref.modify(verdicts, (given) => {
          const isOpen = items.some((item) => item.id === id) && !given.has(id)
          return isOpen ? [true, new Map([...given, [id, record]])] : [false, given]
        })
        if (!wins) return yield* new AlreadyDecided()
        yield* redact(record)
      })
    })
  })
)
