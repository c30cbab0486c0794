import { Effect } from "effect"
import type { TenantId } from "../../domain/shared/ids.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { CommandFailed } from "./output.ts"

export const noTenant = (tenantId: TenantId) =>
  new CommandFailed({ message: `there is no tenant ${tenantId}` })

/** Fails if there is no such tenant. For commands that would otherwise find nothing and not say why. */
export const assertTenant = Effect.fnUntraced(
  function* (tenantId: TenantId) {
    yield* (yield* Tenants).find(tenantId)
  },
  Effect.catchTag("TenantNotFound", ({ tenantId }) => noTenant(tenantId))
)
