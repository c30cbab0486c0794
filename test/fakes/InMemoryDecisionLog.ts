import { Context, DateTime, Effect, Layer, Option, Ref } from "effect"
import { AllowanceSpent } from "../../src/domain/billing/errors.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord, Standing } from "../../src/domain/screening/DecisionLog.ts"
import { IdempotencyKeyReused } from "../../src/domain/screening/idempotency.ts"
import type { IdempotencyClaim } from "../../src/domain/screening/idempotency.ts"
import { createdAtOf } from "../../src/domain/shared/ids.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"

type Records = ReadonlyArray<DecisionRecord>

/** What the fake log holds, oldest first, for a test to read or preset. */
export class LoggedRecords extends Context.Service<LoggedRecords, Ref.Ref<Records>>()(
  "prescreen/test/fakes/LoggedRecords"
) {}

export const isIn =
  ({ mode, tenantId }: Workspace) =>
  ({ workspace }: DecisionRecord) =>
    workspace.tenantId === tenantId && workspace.mode === mode

const recordOf = (records: Records, workspace: Workspace, { key }: IdempotencyClaim) =>
  records.filter(isIn(workspace)).find(({ claim }) => claim?.key === key)

const replay = (records: Records, workspace: Workspace, claim: IdempotencyClaim) =>
  Effect.gen(function* () {
    const first = recordOf(records, workspace, claim)
    if (first === undefined) return Option.none()
    if (first.claim?.request !== claim.request) return yield* new IdempotencyKeyReused()
    return Option.some(first.decision)
  })

/** The tenant's test checks from a moment on. */
export const testChecksSince = (records: Records, tenantId: TenantId, moment: DateTime.Utc): number =>
  records
    .filter(isIn({ tenantId, mode: "test" }))
    .filter(({ decision }) => DateTime.isGreaterThanOrEqualTo(createdAtOf(decision.id), moment)).length

const append = (record: DecisionRecord) => (records: Records) => {
  const { claim, decision, workspace } = record
  const isTaken = claim !== null && recordOf(records, workspace, claim) !== undefined
  const isKnown = records.filter(isIn(workspace)).some((other) => other.decision.id === decision.id)
  return isTaken || isKnown ? records : [...records, record]
}

/** A log that is gone with the test. */
export const InMemoryDecisionLog = Layer.effectContext(
  Effect.gen(function* () {
    const held = yield* Ref.make<Records>([])
    const log = DecisionLog.of({
      replay: (workspace, claim) =>
        Effect.flatMap(Ref.get(held), (records) => replay(records, workspace, claim)),
      commit: Effect.fnUntraced(function* (record) {
        const { claim, decision, testAllowance, workspace } = record
        const month = DateTime.startOf(yield* DateTime.now, "month")
        const used = testChecksSince(yield* Ref.get(held), workspace.tenantId, month)
        const hasRoom = testAllowance === null || used < testAllowance
        const records = yield* Ref.updateAndGet(held, (all) => (hasRoom ? append(record)(all) : all))
        const isKnown = claim !== null && recordOf(records, workspace, claim) !== undefined
        if (!hasRoom && !isKnown) return yield* new AllowanceSpent({ used })
        const own: Standing = { decision, replayed: false }
        if (claim === null) return own
        const first = yield* replay(records, workspace, claim)
        return Option.match(first, {
          onNone: () => own,
          onSome: (standing) => ({ decision: standing, replayed: standing.id !== decision.id })
        })
      }),
      find: (workspace, id) =>
        Effect.map(Ref.get(held), (records) =>
          Option.map(
            Option.fromUndefinedOr(
              records.filter(isIn(workspace)).find(({ decision }) => decision.id === id)
            ),
            ({ decision }) => decision
          )
        )
    })
    return Context.make(DecisionLog, log).pipe(Context.add(LoggedRecords, held))
  })
)
