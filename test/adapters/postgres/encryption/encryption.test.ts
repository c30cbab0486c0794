import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Option, Redacted, Schema } from "effect"
import { createSecretKey, randomBytes } from "node:crypto"
import {
  decrypt,
  encrypt,
  MasterKey,
  MasterKeyLayer
} from "../../../../src/adapters/postgres/encryption/encryption.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { Policies } from "../../../../src/domain/policy/Policies.ts"
import { DecisionLog } from "../../../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../../../src/domain/screening/DecisionLog.ts"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import { nextDecisionId } from "../../../../src/domain/shared/ids.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { ApiKeys } from "../../../../src/domain/tenancy/ApiKeys.ts"
import { document, newPolicy, newRecord, newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { commit } from "../../../support/decisionLog.ts"
import { masterKey, ProcessOnNewDatabase, startProcess } from "../process.ts"

const newKey = () => createSecretKey(randomBytes(32))

describe("an encrypted value", () => {
  const key = newKey()

  it.effect.prop(
    "decrypts to what was encrypted, under its own key and name only",
    [Schema.String, Schema.String],
    ([name, text]) =>
      Effect.gen(function* () {
        const content = Buffer.from(text)
        const encrypted = encrypt(key, name, content)
        assert.deepStrictEqual(yield* decrypt(key, name, encrypted), content)
        assert.notDeepEqual(encrypt(key, name, content), encrypted)
        for (const [otherKey, otherName] of [
          [newKey(), name],
          [key, `${name}x`]
        ] as const) {
          assert.strictEqual(
            (yield* Effect.flip(decrypt(otherKey, otherName, encrypted)))._tag,
            "DecryptionFailed"
          )
        }
      })
  )

  it.effect("decrypts no more when any bit of it has changed, or when it is cut", () =>
    Effect.gen(function* () {
      const encrypted = encrypt(key, "name", "text")
      const changed = [...encrypted].map((_, index) => {
        const copy = Buffer.from(encrypted)
        copy[index] = (copy[index] ?? 0) ^ 1
        return copy
      })
      const cut = [...encrypted].map((_, length) => encrypted.subarray(0, length))
      for (const broken of [...changed, ...cut]) {
        assert.strictEqual((yield* Effect.flip(decrypt(key, "name", broken)))._tag, "DecryptionFailed")
      }
    })
  )

  it("never uses a nonce twice", () => {
    const nonces = Array.from({ length: 5_000 }, () =>
      encrypt(key, "name", "").subarray(0, 12).toString("hex")
    )
    assert.strictEqual(new Set(nonces).size, nonces.length)
  })
})

describe("the keys that come of MASTER_KEY", () => {
  const keysOf = (text: string) =>
    Effect.map(
      Layer.build(MasterKeyLayer(Redacted.make<Uint8Array>(Buffer.alloc(32, text)), "MASTER_KEY")),
      (context) => Context.get(context, MasterKey)
    )

  it.effect("wrap a tenant's data key for that tenant and that MASTER_KEY only", () =>
    Effect.gen(function* () {
      const [one, same, other] = [yield* keysOf("a"), yield* keysOf("a"), yield* keysOf("b")]
      const wrapped = one.wrapNewDataKey("ten_1")
      const encrypted = encrypt(yield* one.unwrapDataKey("ten_1", wrapped), "name", "text")
      const decrypted = yield* decrypt(yield* same.unwrapDataKey("ten_1", wrapped), "name", encrypted)
      assert.strictEqual(decrypted.toString("utf8"), "text")
      for (const attempt of [one.unwrapDataKey("ten_2", wrapped), other.unwrapDataKey("ten_1", wrapped)]) {
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "DecryptionFailed")
      }
    })
  )

  it.effect("are the ones of every version, each for its own purpose: what is stored still opens", () =>
    Effect.gen(function* () {
      const { chainAudit, fingerprint, signCursor, unwrapDataKey } = yield* keysOf("a")
      const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")
      const wrapped = "Uc6/Y3WZsPSZU+Q8JuYh39MbMS9y2rMwU7DvIXo35rRZpbg4htqKzLjUUp2MkzH5CJOCZ1ojfqdnn4aO"
      const dataKey = yield* unwrapDataKey("ten_1", Buffer.from(wrapped, "base64"))
      assert.strictEqual(base64(dataKey.export()), "g40MLWu7ndPRakwL1dUCV4A+dNCLlWKUOpcBgiTQCkU=")
      assert.strictEqual(base64(fingerprint("request")), "66df64On7e/krteX4Qm0EPVbbqkU2n2NdsHuBK2aiGA=")
      assert.strictEqual(signCursor("cursor"), "0x9EpqnDw9EO28TzLJ1jrQ")
      const link = chainAudit(new Uint8Array(32), "entry")
      assert.strictEqual(base64(link), "6vfxbsKiER9IPvSEOhzQZ1tTwtnlfHl+cBd9KNaWii4=")
    })
  )

  it.effect("give each tenant a data key of its own", () =>
    Effect.gen(function* () {
      const keys = yield* keysOf("a")
      const unwrapped = yield* Effect.replicateEffect(
        Effect.suspend(() => keys.unwrapDataKey("ten_1", keys.wrapNewDataKey("ten_1"))),
        20
      )
      assert.strictEqual(new Set(unwrapped.map((key) => key.export().toString("hex"))).size, 20)
    })
  )

  it.effect("make fingerprints that are the same for the same request and MASTER_KEY only", () =>
    Effect.gen(function* () {
      const [one, same, other] = [yield* keysOf("a"), yield* keysOf("a"), yield* keysOf("b")]
      const hex = (keys: MasterKey["Service"], request: string) =>
        Buffer.from(keys.fingerprint(request)).toString("hex")
      assert.strictEqual(hex(one, "request"), hex(same, "request"))
      assert.notStrictEqual(hex(one, "request"), hex(one, "Request"))
      assert.notStrictEqual(hex(one, "request"), hex(other, "request"))
    })
  )
})

const canary = (what: string) => `canary-${what}-7f3a`

/** Every value of every column of every table, as text; bytes also as the characters they would be. */
const dump = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const columns = yield* sql.unsafe<{
    readonly tableName: string
    readonly columnName: string
    readonly dataType: string
  }>(
    `SELECT table_name, column_name, data_type FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  )
  const values: Array<string> = []
  for (const { columnName, dataType, tableName } of columns) {
    const rows = yield* sql.unsafe<{ readonly value: string | null }>(
      `SELECT "${columnName}"::text AS value FROM "${tableName}"`
    )
    for (const { value } of rows) {
      if (value !== null) values.push(value, ...(dataType === "bytea" ? [fromHex(value)] : []))
    }
  }
  return { columns: columns.length, text: values.join("\n") }
})

const fromHex = (text: string) => Buffer.from(text.slice(2), "hex").toString("latin1")

layer(ProcessOnNewDatabase, { excludeTestServices: true })("the database", (it) => {
  it.effect(
    "holds no prompt, metadata, request, webhook secret, API key or data key that could be read",
    () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const key = yield* (yield* ApiKeys).create(workspace.tenantId, "live", canary("label"), operator)
        const hook = {
          url: "https://hooks.example.com",
          events: ["block"],
          secret: Redacted.make(canary("secret"))
        } as const
        const webhooks = [hook, { ...hook, url: "https://b.example.com" }]
        yield* (yield* Policies).create(
          workspace.tenantId,
          newPolicy({ document: { ...document, webhooks }, makeDefault: true })
        )
        const input = {
          prompt: canary("prompt"),
          negativePrompt: canary("negative"),
          context: [canary("context")]
        }
        const metadata = { [canary("field")]: canary("value") }
        const claim = { key: "order-1", request: canary("request") }
        yield* commit(
          yield* newRecord(workspace, { claim, decision: { input, metadata, user: canary("user") } })
        )

        const { columns, text } = yield* dump
        assert.isAbove(columns, 50)
        // What may be read is there, so the dump does show what is in the tables.
        for (const open of ["label", "user"]) assert.include(text, canary(open))
        const [wholeKey, keyBody] = [Redacted.value(key.key), Redacted.value(key.key).slice(16)]
        const secrets = ["prompt", "negative", "context", "field", "value", "request", "secret"].map(canary)
        const master = Buffer.from(Redacted.value(masterKey)).toString("latin1")
        for (const secret of [...secrets, wholeKey, keyBody, master]) {
          const encodings = [
            secret,
            Buffer.from(secret).toString("hex"),
            Buffer.from(secret).toString("base64").slice(0, -4)
          ]
          for (const encoded of encodings) assert.notInclude(text, encoded)
        }
      })
  )

  const moveInput = Effect.fnUntraced(function* (from: DecisionRecord, { decision }: DecisionRecord) {
    const sql = yield* PgClient.PgClient
    const [to, source] = [toUuid(decision.id), toUuid(from.decision.id)]
    yield* sql.unsafe(
      `UPDATE decision_inputs SET sealed = (SELECT sealed FROM decision_inputs WHERE id = $2::text::uuid)
       WHERE id = $1::text::uuid`,
      [to, source]
    )
  })

  const cannotBeFound = Effect.fnUntraced(function* ({ decision, workspace }: DecisionRecord) {
    const exit = yield* Effect.exit((yield* DecisionLog).find(workspace, decision.id))
    assert.isTrue(Exit.isFailure(exit))
    if (Exit.isFailure(exit)) assert.deepInclude(Cause.squash(exit.cause), { _tag: "DecryptionFailed" })
  })

  it.effect("decrypts no prompt that was moved to another decision, of the tenant or of another", () =>
    Effect.gen(function* () {
      const workspaces: ReadonlyArray<Workspace> = [yield* newWorkspace(), yield* newWorkspace()]
      for (const workspace of workspaces) {
        const [mine] = workspaces
        assert.isDefined(mine)
        const [target, source] = [yield* newRecord(mine), yield* newRecord(workspace)]
        yield* Effect.forEach([target, source], commit)
        yield* moveInput(source, target)
        yield* cannotBeFound(target)
        assert.isTrue(Option.isSome(yield* (yield* DecisionLog).find(source.workspace, source.decision.id)))
      }
    })
  )
})

describe("a process with another MASTER_KEY", () => {
  it.live("reads and writes nothing, and says what is wrong", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const right = yield* startProcess(url)
      const record = yield* Effect.flatMap(newWorkspace(), (workspace) => newRecord(workspace)).pipe(
        Effect.provide(right)
      )
      yield* Effect.provide(commit(record), right)

      const other = Redacted.make<Uint8Array>(Buffer.alloc(32, "other"))
      const attempts: ReadonlyArray<Effect.Effect<unknown, unknown, DecisionLog>> = [
        Effect.flatMap(DecisionLog, (log) => log.find(record.workspace, record.decision.id)),
        commit({
          ...record,
          decision: { ...record.decision, id: yield* Effect.provide(nextDecisionId, right) }
        })
      ]
      for (const attempt of attempts) {
        const wrong = Effect.flatMap(startProcess(url, { masterKey: other }), (process) =>
          Effect.provide(attempt, process)
        )
        const exit = yield* Effect.exit(wrong)
        assert.isTrue(Exit.isFailure(exit))
        const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.match(error instanceof Error ? error.message : "", /MASTER_KEY/)
      }
      const found = yield* Effect.flatMap(DecisionLog, (log) =>
        log.find(record.workspace, record.decision.id)
      ).pipe(Effect.provide(right))
      assert.deepStrictEqual(found, Option.some(record.decision))
    })
  )
})
