import { Effect, Option } from "effect"
import type { AllowanceSpent } from "../../../domain/billing/errors.ts"
import type { DecisionSummary } from "../../../domain/screening/Decision.ts"
import type { DecisionLog, DecisionRecord, LoggedDecision } from "../../../domain/screening/DecisionLog.ts"
import { UserChanged } from "../../../domain/screening/EndUsers.ts"
import type { IdempotencyClaim } from "../../../domain/screening/idempotency.ts"
import { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { resilient } from "../resilience.ts"
import { scopedSql, scopeOf } from "../scopedSql.ts"

/**
 * Forgets a key whose decision no longer exists, for example because the partition of its month was detached: a key is
 * remembered for as long as the decision that it made. Returns whether there was such a key. Key and decision are
 * written by one statement, so nobody can see the key before its decision.
 */
const makeForgetOutlived = Effect.map(
  scopedSql,
  (sql) => (workspace: Workspace, key: string) =>
    resilient(
      sql`
        DELETE FROM idempotency_keys k
        WHERE ${scopeOf(workspace, "k")} AND k.key = ${key} AND NOT EXISTS (
          SELECT FROM decisions d WHERE (d.tenant_id, d.mode, d.id) = (k.tenant_id, k.mode, k.decision_id)
        )
        RETURNING k.key`
    ).pipe(Effect.map((forgotten) => forgotten.length > 0))
)

interface Log extends Pick<DecisionLog["Service"], "find" | "replay"> {
  /** Returns whether the record was written now. */
  readonly write: (record: DecisionRecord) => Effect.Effect<boolean, AllowanceSpent | StorageUnavailable>
}

/** For a record that was not written: finds the decision that stands instead, or writes the record after all. */
export const makeResolveConflict = Effect.fnUntraced(function* ({ find, replay, write }: Log) {
  const forgetOutlived = yield* makeForgetOutlived

  /**
   * The decision that the record's key made before, or the record's own decision if it was sent again because its
   * answer was lost.
   */
  const standing = Effect.fnUntraced(function* ({ claim, decision, userUpdate, workspace }: DecisionRecord) {
    if (claim === null && userUpdate === undefined) return Option.some({ decision, replayed: false })
    const first: Option.Option<DecisionSummary> =
      claim === null ? yield* find(workspace, decision.id) : yield* replay(workspace, claim)
    return Option.map(first, (made): LoggedDecision => {
      const replayed = made.id !== decision.id
      return { decision: replayed ? made : decision, replayed }
    })
  })

  /**
   * The same, after forgetting a key that has outlived its decision and writing the record again. Another process may
   * have forgotten the key just before.
   */
  const writeAnew = Effect.fnUntraced(function* (record: DecisionRecord, { key }: IdempotencyClaim) {
    const forgotten = yield* forgetOutlived(record.workspace, key)
    if (record.userUpdate !== undefined && !forgotten) return Option.none<LoggedDecision>()
    if (yield* write(record)) return Option.some({ decision: record.decision, replayed: false })
    return yield* standing(record)
  })

  return Effect.fnUntraced(function* (record: DecisionRecord) {
    const first = yield* standing(record)
    if (Option.isSome(first)) return first.value
    const second = record.claim === null ? first : yield* writeAnew(record, record.claim)
    if (Option.isSome(second)) return second.value
    if (record.userUpdate !== undefined) return yield* new UserChanged()
    // Nothing was logged, so nothing may be acknowledged.
    return yield* new StorageUnavailable({ retryAfterSeconds: 1 })
  })
})
