import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import { readPlan } from "../wire/plan.ts"
import { toWireTenant } from "../wire/tenant.ts"
import { actorOf, CurrentCaller } from "./access/Authorization.ts"
import { writeFailures, writingCaller } from "./access/writingCaller.ts"
import { Api } from "./Api.ts"
import { failWith, PublicUrls } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"

export const TenantHandlers = HttpApiBuilder.group(Api, "tenant", (handlers) =>
  handlers.handleAll({
    read: () => Effect.map(CurrentCaller, ({ tenant }) => toWireTenant(tenant)),

    change: Effect.fnUntraced(
      function* ({ payload }) {
        const { identity } = yield* CurrentCaller
        if (identity.mode === "test") {
          return yield* failWith("test_key_forbidden", { detail: "Use a live key." })
        }
        if (payload.shadow_mode !== undefined) {
          return yield* failWith("dashboard_only", {
            detail: "Shadow mode is switched by the operator."
          })
        }
        yield* writingCaller
        const change = {
          ...(payload.name === undefined ? {} : { name: payload.name }),
          ...(payload.weekly_digest === undefined ? {} : { weeklyDigest: payload.weekly_digest })
        }
        const tenants = yield* Tenants
        return toWireTenant(yield* tenants.changeSettings(identity.tenantId, change, actorOf(identity)))
      },
      Effect.catchTags({
        ...writeFailures,
        // The tenant of the caller's key exists.
        TenantNotFound: Effect.die
      })
    ),

    plan: Effect.fnUntraced(function* () {
      const { tenant } = yield* CurrentCaller
      const { dashboard } = yield* PublicUrls
      return yield* readPlan(tenant, dashboard)
    }, Effect.catchTags(storageFailures))
  })
)
