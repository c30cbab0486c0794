import type { Workspace } from "../shared/Workspace.ts"
import type { Tenant } from "../tenancy/Tenant.ts"
import type { Metadata, PromptInput } from "./Decision.ts"
import type { IdempotencyClaim } from "./idempotency.ts"

/** The input of `screenPrompt`: a prompt and where it comes from. */
export interface PromptToScreen {
  readonly tenant: Tenant
  readonly workspace: Workspace
  readonly input: PromptInput
  /** The policy's id as the caller wrote it; null means the tenant's default policy. */
  readonly policy: string | null
  /** A version to try in a dry run; null means the current one. */
  readonly policyVersion: number | null
  readonly user: string | null
  readonly metadata: Metadata | null
  readonly dryRun: boolean
  readonly claim: IdempotencyClaim | null
}
