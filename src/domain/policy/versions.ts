import { Effect } from "effect"
import { ensureValid } from "./createPolicy.ts"
import { hasTooManyWebhooks } from "./documentSize.ts"
import { keepSecrets, urlsToKeep } from "./keptSecrets.ts"
import { Policies } from "./Policies.ts"
import type { PolicyChange } from "./Policies.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"

/** Stores a document as the policy's next version, which takes effect when it is published. */
export const addVersion = Effect.fn("addVersion")(function* (change: PolicyChange, document: PolicyDocument) {
  const policies = yield* Policies
  // Called even if there is no secret to keep, because it fails if there is no such policy.
  const urls = hasTooManyWebhooks(document) ? [] : urlsToKeep(document)
  const stored = yield* policies.storedSecrets(change.tenantId, change.policyId, urls)
  yield* ensureValid(keepSecrets(document, stored))
  // The port reads the kept secrets again, because they may have been replaced in the meantime.
  return yield* policies.addVersion(change, document)
})

/**
 * Makes a version current, perhaps an older one. The version is validated again, so that one stored before a rule
 * existed does not go live. The version that is current already may always stay.
 */
export const publishVersion = Effect.fn("publishVersion")(function* (change: PolicyChange, version: number) {
  const policies = yield* Policies
  const found = yield* policies.findVersion(change.tenantId, change.policyId, version)
  if (!found.isCurrent) yield* ensureValid(found.document)
  return yield* policies.publish(change, version)
})
