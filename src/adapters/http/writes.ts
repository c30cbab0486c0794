import { DateTime, Effect } from "effect"
import { gateWrite } from "../../domain/billing/gates.ts"
import { CurrentCaller } from "./access/Authorization.ts"
import { planFailures } from "./problems/planFailures.ts"
import { storageFailures } from "./problems/storageFailures.ts"

/** The caller of what changes the workspace, which is read-only once its plan has ended. */
export const writingCaller = Effect.gen(function* () {
  const caller = yield* CurrentCaller
  yield* Effect.fromResult(gateWrite(caller.tenant.subscription, yield* DateTime.now))
  return caller
})

/** The answers where a change is refused for the plan or cannot be written, for `Effect.catchTags`. */
export const writeFailures = { SubscriptionInactive: planFailures.SubscriptionInactive, ...storageFailures }
