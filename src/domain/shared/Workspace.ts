import { Schema } from "effect"
import type { TenantId } from "./ids.ts"

/** The mode of an API key and of everything done with it. Neither mode sees the other's data. */
export const Mode = Schema.Literals(["live", "test"])
export type Mode = typeof Mode.Type

/** The partition that a read or a write stays within: one tenant in one mode. */
export interface Workspace {
  readonly tenantId: TenantId
  readonly mode: Mode
}
