import { Effect, Option, Schema } from "effect"
import type { Actor } from "../shared/Actor.ts"
import { DecisionId } from "../shared/ids.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Decision } from "./Decision.ts"
import { DecisionLog } from "./DecisionLog.ts"

/** Someone who is neither owner nor admin wants to see a redacted prompt. */
export class RevealForbidden extends Schema.TaggedError<RevealForbidden>()("RevealForbidden", {}) {}

/** Keys and the payment provider have no role, and so may not. */
const mayReveal = ({ type }: Actor): boolean => type === "operator"

const isDecisionId = Schema.is(DecisionId)

/**
 * The decision, for `revealedInput` to be shown. Every reveal is in the audit log before it happens. Who may not
 * reveal does not learn whether there is such a decision either.
 */
export const revealPrompt = Effect.fn("revealPrompt")(function* (
  workspace: Workspace,
  id: string,
  actor: Actor
) {
  if (!mayReveal(actor)) return yield* new RevealForbidden()
  return isDecisionId(id) ? yield* (yield* DecisionLog).reveal(workspace, id, actor) : Option.none<Decision>()
})
