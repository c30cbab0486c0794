import { Cause, Effect } from "effect"
import { routePolicy } from "../policy/routing.ts"
import { errorNames } from "../shared/logDefect.ts"
import { measure } from "../shared/stopwatch.ts"
import type { DecisionRecord } from "./DecisionLog.ts"
import type { UserRuling } from "./EndUsers.ts"
import { score } from "./judgePrompt.ts"
import type { DryRunTrial, Judged, Screening } from "./judgePrompt.ts"
import { recordCheck } from "./metrics.ts"
import { refuseTestCheck } from "./planGate.ts"
import { checksToAsk, reportOn, trustReport } from "./scoring.ts"
import { settleDecision } from "./settleDecision.ts"

/**
 * Adds the dry-run version's decision to the record. If it cannot be made it is left out: it never prevents the real
 * decision.
 */
const withDryRunDecision = Effect.fnUntraced(
  function* (
    screening: Screening,
    record: DecisionRecord,
    { answer, tried }: DryRunTrial,
    ruling: UserRuling
  ) {
    const { command } = screening
    const checks = checksToAsk(tried.document)
    const report = yield* trustReport(reportOn(checks, answer), checks)
    const scores = score(command.input, tried, report)
    const routing = routePolicy(tried.document, scores, { userPaused: ruling.isPaused })
    const asDryRun = { ...command, dryRun: true, claim: null }
    const uncounted = { ...ruling, applied: ruling.appliedUncounted, update: null }
    const judgement = { policy: tried, report, scores, routing }
    const { decision } = yield* settleDecision(screening, asDryRun, judgement, uncounted)
    const live = record.decision
    return {
      ...record,
      decision: { ...live, counterpart: { id: decision.id, version: tried.version } },
      dryRunDecision: {
        ...decision,
        counterpart: { id: live.id, version: live.policy.version },
        // Both hold the same prompt. If it may not be read in one, it may not be read in the other.
        promptRedacted: decision.promptRedacted || live.promptRedacted
      }
    }
  },
  (attempt, _, record, { tried }) =>
    attempt.pipe(
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) =>
          Effect.logWarning("A policy's dry-run version could not be tried").pipe(
            Effect.annotateLogs({ policy: tried.id, version: tried.version, kind: errorNames(cause) }),
            Effect.as(record)
          )
      ),
      Effect.orDie
    )
)

/** Leaves room in the month's allowance for checks that are logged after this one. */
const leavingRoom = (record: DecisionRecord, others: number): DecisionRecord =>
  others === 0 || record.testAllowance === null
    ? record
    : { ...record, testAllowance: record.testAllowance - others }

const logUnder = (screening: Screening, { judgement, trial }: Judged, ruling: UserRuling, others: number) => {
  const { command, log, stopwatch } = screening
  const { policy, routing, scores } = judgement
  const ruled = ruling.isPaused ? routePolicy(policy.document, scores, { userPaused: true }) : routing
  const settled = settleDecision(screening, command, { ...judgement, routing: ruled }, ruling)
  const tried =
    trial === null
      ? settled
      : Effect.flatMap(settled, (record) => withDryRunDecision(screening, record, trial, ruling))
  return Effect.flatMapEager(tried, (record) =>
    measure(stopwatch, "commit", () => log.commit(leavingRoom(record, others)))
  )
}

/**
 * Logs the decision under the ruling of the workspace's rules. It is refused if the month's allowance has no room for it
 * and for `others`, which the same request logs after it.
 */
export const logDecision = (screening: Screening, judged: Judged, others = 0) => {
  const { command, context, endUsers, stopwatch } = screening
  const { dryRun, tenant, user, workspace } = command
  const { policy, routing } = judged.judgement
  const decision = { workspace, user, policyId: policy.id, routing, dryRun, shadowMode: tenant.shadowMode }
  const logged = endUsers.withRuling(stopwatch, decision, (ruling) =>
    logUnder(screening, judged, ruling, others)
  )
  const within = Effect.catchTag(logged, "AllowanceSpent", ({ used }) => refuseTestCheck(command, used))
  return Effect.map(within, (answer) => {
    if (!answer.replayed) recordCheck(answer.decision, stopwatch, context)
    return answer
  })
}
