import { Effect } from "effect"
import type { TenantId } from "../../domain/shared/ids.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { CommandFailed } from "./output.ts"

export const noTenant = (tenantId: TenantId) =>
  new CommandFailed({ message: `there is no tenant ${tenantId}` })

/** For what would find nothing of a tenant that is not there, and not say so. */
export const assertTenant = Effect.fnUntraced(
  function* (tenantId: TenantId) {
    yield* (yield* Tenants).find(tenantId)
  },
  Effect.catchTag("TenantNotFound", ({ tenantId }) => noTenant(tenantId))
)
