import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isApiKeyId } from "../../domain/shared/ids.ts"
import type { Mode } from "../../domain/shared/Workspace.ts"
import { ApiKeys } from "../../domain/tenancy/ApiKeys.ts"
import type { ApiKeyIdentity } from "../../domain/tenancy/ApiKeys.ts"
import { toWireApiKey, toWireCreatedApiKey } from "../wire/apiKey.ts"
import { actorOf, CurrentCaller } from "./access/Authorization.ts"
import { writeFailures, writingCaller } from "./access/writingCaller.ts"
import { Api } from "./Api.ts"
import { inTenantTurn, writeList } from "./lists/largeList.ts"
import { failWith, orNotFound } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"

const refuseLiveKey = (mode: Mode) =>
  mode === "test"
    ? failWith("test_key_forbidden", { detail: "A test key makes only test keys." })
    : failWith("dashboard_only", { detail: "Live keys are made by the operator." })

const findKey = Effect.fnUntraced(function* ({ tenantId }: ApiKeyIdentity, id: string) {
  return yield* orNotFound(isApiKeyId(id) ? yield* (yield* ApiKeys).get(tenantId, id) : Option.none())
})

export const KeysHandlers = HttpApiBuilder.group(Api, "keys", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* () {
      const { identity } = yield* CurrentCaller
      const keys = yield* ApiKeys
      const read = Effect.flatMap(keys.list(identity.tenantId), (all) => writeList(all, toWireApiKey))
      return yield* inTenantTurn(identity.tenantId)(read)
    }, Effect.catchTags(storageFailures)),

    create: Effect.fnUntraced(function* ({ payload: { label, mode } }) {
      const { identity } = yield* CurrentCaller
      if (mode === "live") return yield* refuseLiveKey(identity.mode)
      yield* writingCaller
      const keys = yield* ApiKeys
      const created = yield* keys.create(identity.tenantId, mode, label ?? null, actorOf(identity))
      return toWireCreatedApiKey(created)
    }, Effect.catchTags(writeFailures)),

    // Possible whatever the state of the plan: a key that leaked must stop working.
    revoke: Effect.fnUntraced(function* ({ params }) {
      const { identity } = yield* CurrentCaller
      const key = yield* findKey(identity, params.id)
      if (identity.mode === "test" && key.mode === "live") {
        return yield* failWith("test_key_forbidden", { detail: "A test key revokes only test keys." })
      }
      if (key.id === identity.keyId) return yield* failWith("cannot_revoke_current_key")
      const revoked = yield* (yield* ApiKeys).revoke(identity.tenantId, key.id, actorOf(identity))
      return toWireApiKey(yield* orNotFound(revoked))
    }, Effect.catchTags(storageFailures))
  })
)
