import { DateTime, Effect } from "effect"
import { gateWrite } from "../../../domain/billing/gates.ts"
import { planFailures } from "../problems/planFailures.ts"
import { storageFailures } from "../problems/storageFailures.ts"
import { CurrentCaller } from "./Authorization.ts"

/**
 * The caller of a request that changes the workspace. Fails with `SubscriptionInactive` once the plan has ended: the
 * workspace is then read-only.
 */
export const writingCaller = Effect.gen(function* () {
  const caller = yield* CurrentCaller
  yield* Effect.fromResult(gateWrite(caller.tenant.subscription, yield* DateTime.now))
  return caller
})

/** The answers when a change is refused because of the plan or cannot be written, for `Effect.catchTags`. */
export const writeFailures = { SubscriptionInactive: planFailures.SubscriptionInactive, ...storageFailures }
