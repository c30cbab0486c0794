import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { createDemo } from "../../../src/adapters/cli/demo.ts"
import { noSubscription } from "../../../src/domain/billing/Subscription.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { ApiKeys } from "../../../src/domain/tenancy/ApiKeys.ts"
import { Tenants } from "../../../src/domain/tenancy/Tenants.ts"
import { ProcessOnNewDatabase } from "../postgres/process.ts"

layer(ProcessOnNewDatabase, { excludeTestServices: true })("the demo workspace", (it) => {
  it.effect("is finished by the next start if the first one was ended while it made it, and only then", () =>
    Effect.gen(function* () {
      const tenants = yield* Tenants
      const keys = yield* ApiKeys
      const { id } = yield* tenants.create({ name: "Demo", subscription: noSubscription })
      yield* keys.create(id, "test", null, operator)

      const made = Option.getOrThrow(yield* createDemo())
      assert.isNotNull((yield* tenants.get(id)).defaultPolicyId)
      for (const mode of ["test", "live"] as const) {
        assert.deepInclude(Option.getOrThrow(yield* keys.find(made[mode])), { tenantId: id, mode })
      }
      assert.isTrue(Option.isNone(yield* createDemo()))
      assert.lengthOf(yield* tenants.list, 1)
    })
  )
})

layer(ProcessOnNewDatabase, { excludeTestServices: true })(
  "a workspace that the operator is making",
  (it) => {
    it.effect("is not taken for the demo while it has no keys", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { id } = yield* tenants.create({ name: "Acme", subscription: noSubscription })
        assert.isTrue(Option.isNone(yield* createDemo()))
        assert.deepStrictEqual(yield* (yield* ApiKeys).list(id), [])
        assert.isNull((yield* tenants.get(id)).defaultPolicyId)
      })
    )
  }
)
