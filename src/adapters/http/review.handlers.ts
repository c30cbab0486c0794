import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { decideReview } from "../../domain/review/decideReview.ts"
import { findReviewItem } from "../../domain/review/findReviewItem.ts"
import type { GivenVerdict, ReviewItem } from "../../domain/review/ReviewItem.ts"
import { ReviewQueue } from "../../domain/review/ReviewQueue.ts"
import { ReviewId } from "../../domain/shared/ids.ts"
import { wireCreatedAt } from "../wire/moments.ts"
import { actorOf, CurrentCaller } from "./access/Authorization.ts"
import { writeFailures, writingCaller } from "./access/writingCaller.ts"
import { Api } from "./Api.ts"
import { toStoredDecision } from "./decisions.handlers.ts"
import { nextCursor, readCursor } from "./lists/cursors.ts"
import { inTenantTurn, writeList } from "./lists/largeList.ts"
import { readLimit } from "./lists/paging.ts"
import { inReadTurn } from "./lists/readTurns.ts"
import { failWith } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"
import type { WireReviewItem } from "./review.api.ts"
import type { StoredDecision } from "./schemas/storedDecision.ts"

const toWireDecision = (stored: StoredDecision): WireReviewItem["decision"] => ({
  id: stored.id,
  outcome: stored.outcome,
  tags: stored.tags,
  policy: stored.policy,
  mode: stored.mode,
  input: stored.input,
  prompt_redacted: stored.prompt_redacted,
  prompt_purged: stored.prompt_purged,
  user: stored.user,
  latency_ms: stored.latency_ms,
  checks: stored.checks,
  created_at: stored.created_at
})

const toWireVerdict = ({ at, by, note, verdict }: GivenVerdict) => ({
  verdict,
  note,
  by,
  at: DateTime.formatIso(at)
})

const toWireItem = ({ decision, id, status, verdict }: ReviewItem): WireReviewItem => ({
  id,
  status,
  created_at: wireCreatedAt(id),
  decision: toWireDecision(toStoredDecision(decision)),
  verdict: verdict === null ? null : toWireVerdict(verdict)
})

export const ReviewHandlers = HttpApiBuilder.group(Api, "review", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const { identity } = yield* CurrentCaller
      const { status = "open" } = query
      const scope = { list: "review", workspace: identity, filters: { status } }
      const after = yield* readCursor(scope, query.cursor, ReviewId)
      // Only people with a role may reveal a prompt, and an API key has none.
      if (query.reveal !== undefined) return yield* failWith("reveal_forbidden")
      const queue = yield* ReviewQueue
      const limit = readLimit(query.limit)
      const read = Effect.gen(function* () {
        const page = yield* queue.list(identity, { status }, { after, limit })
        return yield* writeList(page.items, toWireItem, { next_cursor: yield* nextCursor(scope, page) })
      })
      return yield* inTenantTurn(identity.tenantId)(read)
    }, Effect.catchTags(storageFailures)),

    get: Effect.fnUntraced(
      function* ({ params, query }) {
        const { identity } = yield* CurrentCaller
        if (query.reveal !== undefined) return yield* failWith("reveal_forbidden")
        return toWireItem(yield* findReviewItem(identity, params.id))
      },
      inReadTurn,
      Effect.catchTags({
        ...storageFailures,
        ReviewItemNotFound: () => failWith("not_found")
      })
    ),

    decide: Effect.fnUntraced(
      function* ({ params, payload }) {
        const { identity } = yield* writingCaller
        const item = yield* decideReview({
          workspace: identity,
          actor: actorOf(identity),
          review: params.id,
          verdict: payload.verdict,
          note: payload.note ?? null
        })
        return toWireItem(item)
      },
      Effect.catchTags({
        ...writeFailures,
        ReviewItemNotFound: () => failWith("not_found"),
        AlreadyDecided: () => failWith("already_decided")
      })
    )
  })
)
