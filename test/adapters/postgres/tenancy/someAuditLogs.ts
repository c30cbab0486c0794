import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { TenantId } from "../../../../src/domain/shared/ids.ts"
import { AuditLog } from "../../../../src/domain/tenancy/AuditLog.ts"
import { Tenants } from "../../../../src/domain/tenancy/Tenants.ts"
import { newWorkspace } from "../../../fixtures.ts"

export const verify = Effect.fnUntraced(function* (tenantId: TenantId) {
  return yield* (yield* AuditLog).verify(tenantId)
})

/** A tenant whose log has five entries. */
export const newLog = Effect.gen(function* () {
  const { tenantId } = yield* newWorkspace()
  const tenants = yield* Tenants
  yield* tenants.setShadowMode(tenantId, true)
  yield* tenants.setShadowMode(tenantId, false)
  yield* tenants.setSubscription(tenantId, { plan: "scale" })
  yield* tenants.setLimits(tenantId, { policies: 3 })
  assert.deepStrictEqual(yield* verify(tenantId), { ok: true, entries: 5 })
  return tenantId
})
