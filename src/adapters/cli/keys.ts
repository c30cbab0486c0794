import { Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { operator } from "../../domain/shared/Actor.ts"
import { countCharacters } from "../../domain/shared/characters.ts"
import { isApiKeyId } from "../../domain/shared/ids.ts"
import type { TenantId } from "../../domain/shared/ids.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { parseApiKey } from "../../domain/tenancy/apiKey.ts"
import { ApiKeys, longestKeyLabel } from "../../domain/tenancy/ApiKeys.ts"
import { toWireApiKey, toWireCreatedApiKey } from "../wire/apiKey.ts"
import { key, tenant } from "./arguments.ts"
import { assertTenant } from "./assertTenant.ts"
import { CommandFailed, json, print } from "./output.ts"

const list = Command.make(
  "list",
  { tenant, json },
  Effect.fn(function* ({ json, tenant }) {
    yield* assertTenant(tenant)
    const data = (yield* (yield* ApiKeys).list(tenant)).map(toWireApiKey)
    yield* print(json, json ? { data } : data)
  })
).pipe(Command.withDescription("List a tenant's keys by id and first characters, including revoked keys"))

const create = Command.make(
  "create",
  {
    tenant,
    mode: Flag.Literals("mode", Mode.literals).pipe(
      Flag.withDescription("Whether the key works on live or on test data (required)")
    ),
    label: Flag.String("label").pipe(
      Flag.withDescription(`At most ${longestKeyLabel} characters`),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* ({ json, label, mode, tenant }) {
    const text = Option.getOrNull(label)
    if (text !== null && countCharacters(text) > longestKeyLabel) {
      return yield* new CommandFailed({ message: `--label must have at most ${longestKeyLabel} characters` })
    }
    yield* assertTenant(tenant)
    const created = yield* (yield* ApiKeys).create(tenant, mode, text, operator)
    yield* print(json, toWireCreatedApiKey(created))
  })
).pipe(Command.withDescription("Create a key and print it, only this once"))

/**
 * The id of the key that the operator means, given as an id or, by an operator who has nothing else, as the key itself.
 * Text that is not an id is never printed.
 */
const readKey = Effect.fnUntraced(function* (tenant: TenantId, text: string) {
  if (isApiKeyId(text)) return text
  if (Option.isNone(parseApiKey(text))) {
    return yield* new CommandFailed({
      message: "the key must be an id, key_ and 32 hex digits, or a whole svc_live_ or svc_test_ key"
    })
  }
  const id = yield* (yield* ApiKeys).idOf(tenant, Redacted.make(text))
  if (Option.isSome(id)) return id.value
  return yield* new CommandFailed({ message: `tenant ${tenant} has no such key` })
})

const revoke = Command.make(
  "revoke",
  { tenant, key, json },
  Effect.fn(function* ({ json, key, tenant }) {
    yield* assertTenant(tenant)
    const id = yield* readKey(tenant, key)
    const revoked = yield* (yield* ApiKeys).revoke(tenant, id, operator)
    if (Option.isNone(revoked)) {
      return yield* new CommandFailed({ message: `tenant ${tenant} has no key ${id}` })
    }
    yield* print(json, toWireApiKey(revoked.value))
  })
).pipe(Command.withDescription("Revoke a key; it stops working everywhere within seconds"))

export const keysCommand = Command.make("keys").pipe(
  Command.withDescription("List, create and revoke API keys"),
  Command.withSubcommands([list, create, revoke])
)
