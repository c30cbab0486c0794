import { DateTime, Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Decision } from "../../src/domain/screening/Decision.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../src/domain/screening/DecisionLog.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import type { Rule } from "../../src/domain/users/Rule.ts"
import { UserStates } from "../../src/domain/users/UserStates.ts"
import { decidedCheck, newRecord } from "../fixtures.ts"

export type UserPorts = DecisionLog | UserStates | Tenants | SecureRandom.SecureRandom

/** A check that has reached its review line. */
export const reached = (check: "adult" | "real_person") => ({
  ...decidedCheck,
  check,
  routed: "review" as const,
  action: { type: "review" as const },
  reviewScore: 0.9
})

/** A decision on the user `u`. */
export const blocked: Partial<Decision> = { user: "u", outcome: "block" }

export const log = Effect.fnUntraced(function* (
  workspace: Workspace,
  decision: Partial<Decision> = blocked,
  more: Partial<DecisionRecord> = {}
) {
  const record = { ...(yield* newRecord(workspace, { decision })), ...more }
  yield* (yield* DecisionLog).commit(record)
  return record
})

export const standing = Effect.fnUntraced(function* (
  workspace: Workspace,
  rules: ReadonlyArray<Rule> = [],
  user = "u"
) {
  return yield* (yield* UserStates).standing(workspace, user, rules, yield* DateTime.now)
})
