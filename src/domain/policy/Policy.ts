import type { PolicyId } from "../shared/ids.ts"
import type { PolicyDocument } from "./PolicyDocument.ts"

/** The version of a policy that a check is decided by. */
export interface ResolvedPolicy {
  readonly id: PolicyId
  readonly version: number
  readonly document: PolicyDocument
}
