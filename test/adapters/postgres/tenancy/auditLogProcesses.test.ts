import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import type { TenantId } from "../../../../src/domain/shared/ids.ts"
import { ApiKeys } from "../../../../src/domain/tenancy/ApiKeys.ts"
import { AuditLog } from "../../../../src/domain/tenancy/AuditLog.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { startProcess } from "../process.ts"

const verify = Effect.fnUntraced(function* (tenantId: TenantId) {
  return yield* (yield* AuditLog).verify(tenantId)
})

describe("changes of the audit log from two processes at once", () => {
  it.live("make one chain", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const processes = [yield* startProcess(url), yield* startProcess(url)]
      const [first] = processes
      assert.isDefined(first)
      const { tenantId } = yield* Effect.provide(newWorkspace(), first)
      yield* Effect.forEach(
        processes,
        (process) =>
          Effect.gen(function* () {
            const keys = yield* ApiKeys
            yield* Effect.replicateEffect(keys.create(tenantId, "test", null, operator), 20, {
              concurrency: "unbounded"
            })
          }).pipe(Effect.provide(process)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* Effect.provide(verify(tenantId), first), { ok: true, entries: 41 })
    })
  )
})
