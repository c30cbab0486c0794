import { Schema } from "effect"
import type { TenantId } from "./ids.ts"

/** Of a key, and of everything that is done with it. Neither mode sees the data of the other. */
export const Mode = Schema.Literals(["live", "test"])
export type Mode = typeof Mode.Type

/** The partition that every read and write happens in: a tenant seen through one key mode. */
export interface Workspace {
  readonly tenantId: TenantId
  readonly mode: Mode
}
