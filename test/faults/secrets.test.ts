import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { randomBytes } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { Pool } from "pg"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { fullCheck, makeCanaries, refusedChecks } from "../adapters/telemetry/canaries.ts"
import type { Sent } from "../adapters/telemetry/canaries.ts"
import { jsonHeaders } from "../e2e/fixture.ts"
import { everyRow } from "../support/everyRow.ts"
import { send } from "../support/httpClient.ts"
import type { Call } from "../support/httpClient.ts"
import { createTenant } from "../support/operatorCommand.ts"
import { startService } from "../support/serviceProcess.ts"

/** What the service keeps in the clear because it answers with it or looks things up by it. */
const keptInTheClear = new Set(["Idempotency-Key", "user"])

const ask = (url: string, { body, headers = {}, method = "POST", path = "/v1/check" }: Sent) =>
  send(url, path, {
    method,
    headers: headers as Exclude<Call["headers"], undefined>,
    ...(body === undefined ? {} : { body })
  })

/** All files below a directory, as latin1. */
const filesOf = async (directory: string): Promise<string> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")))
  return texts.join("\n")
}

describe("what lies in the database, in its files and in what is answered", () => {
  it("holds no prompt, key, secret or token", { timeout: 60_000 }, async () => {
    const canaries = makeCanaries()
    const masterKey = randomBytes(32)
    await using service = await startService({
      database: "embedded",
      environment: { MASTER_KEY: masterKey.toString("base64"), ENGINE_TOKEN: canaries.in("ENGINE_TOKEN") }
    })
    const { keys } = await createTenant({
      ...service.data.environment,
      MASTER_KEY: masterKey.toString("base64")
    })
    const url = await Effect.runPromise(findEmbeddedPostgres(service.data.dataDirectory ?? ""))
    await using pool = Object.assign(new Pool({ connectionString: Option.getOrThrow(url), max: 1 }), {
      [Symbol.asyncDispose]: () => pool.end()
    })
    await pool.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")

    const block = { type: "block" }
    const webhook = {
      url: "https://hooks.example.com/",
      events: ["allow"],
      secret: canaries.in("webhook secret")
    }
    const made = await ask(service.url, {
      path: "/v1/policies",
      headers: jsonHeaders(keys.test),
      body: JSON.stringify({
        policy: {
          version: 1,
          name: "Canaries",
          checks: {
            minors_sexual: { enabled: true, act: 0.5, review: 0.3, on_act: block, on_review: block }
          },
          adult: { max_level: 4 },
          youth_coded_adult: "review",
          webhooks: [webhook],
          tags: {}
        }
      })
    })
    assert.strictEqual(made.status, 201, made.text)
    const another = await ask(service.url, {
      path: "/v1/keys",
      headers: jsonHeaders(keys.live),
      body: JSON.stringify({ mode: "test" })
    })
    const anotherKey = String(another.json().key)

    const good = fullCheck(keys.test, canaries)
    const answered = await ask(service.url, good)
    assert.strictEqual(answered.status, 200, answered.text)
    const refusals: Array<string> = [made.text]
    for (const [status, request] of refusedChecks(keys.test, canaries)) {
      const reply = await ask(service.url, request)
      assert.strictEqual(reply.status, status, reply.text)
      refusals.push(reply.text, JSON.stringify(reply.headers))
    }

    // The names of unknown fields are told, so that a typing mistake can be found; no value is.
    assert.deepStrictEqual(
      canaries.foundIn(refusals.join("\n")).filter((place) => place !== "unknown field"),
      []
    )

    await pool.query("CHECKPOINT")
    const { rows: statements } = await pool.query("SELECT query FROM pg_stat_statements")
    assert.isAbove(statements.length, 10)
    const seen = {
      statements: statements.map(({ query }) => query).join("\n"),
      dump: await everyRow(pool),
      files: await filesOf(join(service.data.dataDirectory ?? "", "postgres"))
    }
    assert.deepStrictEqual(canaries.foundIn(seen.statements), [])
    assert.includeMembers([...canaries.foundIn(seen.dump)], ["user"])
    for (const text of [seen.dump, seen.files]) {
      assert.deepStrictEqual(
        canaries.foundIn(text).filter((place) => !keptInTheClear.has(place)),
        []
      )
    }
    const secrets = [
      keys.test,
      keys.live,
      anotherKey,
      masterKey.toString("base64"),
      masterKey.toString("latin1")
    ]
    for (const [where, text] of Object.entries({ ...seen, refusals: refusals.join("\n") })) {
      for (const [index, secret] of secrets.entries()) assert.notInclude(text, secret, `${where}, ${index}`)
      assert.notInclude(text, keys.test.slice(16), where)
    }
  })
})
