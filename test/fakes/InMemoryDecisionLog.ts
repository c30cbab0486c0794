import { Context, DateTime, Effect, Layer, Option, Ref, Semaphore } from "effect"
import { AllowanceSpent } from "../../src/domain/billing/errors.ts"
import type { Decision } from "../../src/domain/screening/Decision.ts"
import type { DecisionFilter, DecisionListItem } from "../../src/domain/screening/DecisionFilter.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord, LoggedDecision } from "../../src/domain/screening/DecisionLog.ts"
import { UserChanged } from "../../src/domain/screening/EndUsers.ts"
import { IdempotencyKeyReused } from "../../src/domain/screening/idempotency.ts"
import type { IdempotencyClaim } from "../../src/domain/screening/idempotency.ts"
import { reachedChecks } from "../../src/domain/screening/reachedChecks.ts"
import { Retention } from "../../src/domain/screening/Retention.ts"
import { createdAtOf } from "../../src/domain/shared/ids.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import { toPage } from "../../src/domain/shared/Page.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import { HeldUsers, nobody, userKey } from "./HeldUsers.ts"

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

const isLogged = (records: Records, { claim, decision, workspace }: DecisionRecord) =>
  (claim !== null && recordOf(records, workspace, claim) !== undefined) ||
  records.filter(isIn(workspace)).some((other) => other.decision.id === decision.id)

/** Applies what a decision changes of its user, who must be as the rules saw it. */
const changeUser = Effect.fnUntraced(function* (
  users: HeldUsers["Service"],
  { decision, userUpdate, workspace }: DecisionRecord
) {
  if (userUpdate === undefined || decision.user === null) return
  const key = userKey(workspace, decision.user)
  const user = (yield* Ref.get(users.states)).get(key) ?? nobody
  if (user.version !== userUpdate.version) return yield* new UserChanged()
  const { pause } = userUpdate
  const changed = {
    ...user,
    version: user.version + 1,
    ...(pause === null
      ? {}
      : {
          pause: {
            since: pause.since,
            until: pause.until,
            by: { type: "rule", ruleId: pause.ruleId, decisionId: decision.id } as const
          }
        })
  }
  yield* Ref.update(users.states, (states) => new Map(states).set(key, changed))
})

/** A filter in the words of the interface: what a list is compared with. */
export const matches = (filter: DecisionFilter) => (decision: Decision) => {
  const { check, idPrefix, since, until } = filter
  const createdAt = createdAtOf(decision.id)
  return [
    isAsked(filter.outcome, decision.outcome),
    isAsked(filter.policyId, decision.policy.id),
    isAsked(filter.dryRun, decision.dryRun),
    isAsked(filter.user, decision.user),
    check === undefined || reachedChecks(decision).includes(check),
    idPrefix === undefined || decision.id.startsWith(idPrefix),
    since === undefined || DateTime.isGreaterThanOrEqualTo(createdAt, since),
    until === undefined || DateTime.isLessThan(createdAt, until)
  ].every(Boolean)
}

const isAsked = <A>(asked: A | undefined, is: A) => asked === undefined || asked === is

export const toListItem = (decision: Decision): DecisionListItem => ({
  id: decision.id,
  outcome: decision.outcome,
  tags: decision.tags,
  policy: decision.policy,
  mode: decision.mode,
  dryRun: decision.dryRun,
  engineVersion: decision.engineVersion,
  latencyMs: decision.latencyMs,
  user: decision.user
})

export const newestFirst = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? 1 : -1)

/** A record's decision, and the one of a dry run beside it. */
const decisionsOf = ({ decision, dryRunDecision }: DecisionRecord): ReadonlyArray<Decision> =>
  dryRunDecision === undefined ? [decision] : [decision, dryRunDecision]

const forget = (record: DecisionRecord): DecisionRecord => ({
  ...record,
  decision: { ...record.decision, input: { prompt: "" }, metadata: null, promptPurged: true }
})

const makeRetention = (held: Ref.Ref<Records>) =>
  Retention.of({
    purge: Effect.fnUntraced(function* (expired, progress) {
      const isExpired = ({ decision, workspace }: DecisionRecord) =>
        !decision.promptPurged &&
        expired.some(
          ({ before, tenantId }) =>
            workspace.tenantId === tenantId && DateTime.isLessThan(createdAtOf(decision.id), before)
        )
      const purged = (yield* Ref.get(held)).filter(isExpired).length
      yield* Ref.update(held, (records) =>
        records.map((record) => (isExpired(record) ? forget(record) : record))
      )
      if (purged > 0) yield* progress(purged)
      return purged
    })
  })

/** A log that is gone with the test. */
export const InMemoryDecisionLog = Layer.effectContext(
  Effect.gen(function* () {
    const held = yield* Ref.make<Records>([])
    const find: DecisionLog["Service"]["find"] = (workspace, id) =>
      Effect.map(Ref.get(held), (records) =>
        Option.fromUndefinedOr(
          records
            .filter(isIn(workspace))
            .flatMap(decisionsOf)
            .find((decision) => decision.id === id)
        )
      )
    const users: HeldUsers["Service"] = {
      states: yield* Ref.make<ReadonlyMap<string, typeof nobody>>(new Map()),
      lock: Semaphore.makeUnsafe(1)
    }
    const log = DecisionLog.of({
      replay: (workspace, claim) =>
        Effect.flatMap(Ref.get(held), (records) => replay(records, workspace, claim)),
      commit: Effect.fnUntraced(
        function* (record) {
          const { claim, decision, testAllowance, workspace } = record
          const month = DateTime.startOf(yield* DateTime.now, "month")
          const used = testChecksSince(yield* Ref.get(held), workspace.tenantId, month)
          if (!isLogged(yield* Ref.get(held), record)) {
            if (testAllowance !== null && used >= testAllowance) return yield* new AllowanceSpent({ used })
            yield* changeUser(users, record)
            yield* Ref.update(held, (records) => [...records, record])
          }
          const own: LoggedDecision = { decision, replayed: false }
          if (claim === null) return own
          const first = yield* replay(yield* Ref.get(held), workspace, claim)
          return Option.match(first, {
            onNone: () => own,
            onSome: (standing) => ({ decision: standing, replayed: standing.id !== decision.id })
          })
        },
        (commit) => users.lock.withPermit(commit)
      ),
      find,
      list: (workspace, filter, { after, limit }) =>
        Effect.map(Ref.get(held), (records) =>
          toPage(
            records
              .filter(isIn(workspace))
              .flatMap(decisionsOf)
              .filter(matches(filter))
              .filter(({ id }) => after === null || id < after)
              .sort(newestFirst)
              .map(toListItem),
            limit
          )
        )
    })
    return Context.make(DecisionLog, log).pipe(
      Context.add(Retention, makeRetention(held)),
      Context.add(LoggedRecords, held),
      Context.add(HeldUsers, users)
    )
  })
)
