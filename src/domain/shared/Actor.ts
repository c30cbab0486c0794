import type { ApiKeyId } from "./ids.ts"

/** Who makes a change: an API key, the operator at the command line, or the payment provider. */
export type Actor =
  | { readonly type: "api_key"; readonly id: ApiKeyId }
  | { readonly type: "operator" }
  | { readonly type: "payment_provider" }

export const operator: Actor = { type: "operator" }

/** The actor in one word, as it is stored and shown. */
export const actorName = (actor: Actor): string => (actor.type === "api_key" ? actor.id : actor.type)
