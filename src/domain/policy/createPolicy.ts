import { Effect, Option } from "effect"
import { firstCharacters } from "../shared/characters.ts"
import { ensureRoom } from "../shared/ensureRoom.ts"
import type { TenantId } from "../shared/ids.ts"
import { InvalidPolicy, TooManyPolicies, UnknownPreset } from "./errors.ts"
import { Policies } from "./Policies.ts"
import type { NewPolicy } from "./Policies.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"
import { findPreset } from "./presets.ts"
import { validatePolicy } from "./validation.ts"
import { WebhookAddressRules } from "./webhookAddress.ts"

/** A request to make a policy from a preset or from a document. */
export interface CreatePolicy extends Pick<NewPolicy, "makeDefault" | "actor" | "allowed"> {
  readonly tenantId: TenantId
  /** Null means the name of the preset or of the document. */
  readonly name: string | null
  readonly from: { readonly preset: string } | { readonly document: PolicyDocument }
}

/** In characters. */
export const longestPolicyName = 120

const startFrom = Effect.fnUntraced(function* (from: CreatePolicy["from"]) {
  if ("document" in from) return { document: from.document, preset: null }
  const preset = findPreset(from.preset)
  if (Option.isNone(preset)) return yield* new UnknownPreset({ preset: from.preset })
  return { document: preset.value.policy, preset: preset.value.name }
})

/** Fails with a list of all rules that the document breaks. */
export const ensureValid = Effect.fnUntraced(function* (document: PolicyDocument) {
  const issues = validatePolicy(document, yield* WebhookAddressRules)
  if (issues.length > 0) return yield* new InvalidPolicy({ issues })
})

/**
 * Makes a policy whose version 1 is current. A tenant that already has all the policies it may have is refused before
 * anything else is looked at.
 */
export const createPolicy = Effect.fn("createPolicy")(function* (command: CreatePolicy) {
  const { actor, allowed, from, makeDefault, name, tenantId } = command
  const policies = yield* Policies
  yield* ensureRoom(allowed, policies.count(tenantId), (standing) => new TooManyPolicies(standing))
  const { document, preset } = yield* startFrom(from)
  yield* ensureValid(document)
  // A document's name may be longer than a policy's.
  const chosen = name ?? firstCharacters(document.name, longestPolicyName)
  return yield* policies.create(tenantId, { name: chosen, document, preset, makeDefault, actor, allowed })
})
