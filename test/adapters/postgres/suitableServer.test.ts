import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import { randomBytes } from "node:crypto"
import { Client } from "pg"
import { assertSuitable } from "../../../src/adapters/postgres/suitableServer.ts"
import { createDatabase } from "../../support/database.ts"
import { runCommand } from "../../support/operatorCommand.ts"
import { poolerIsMissing, startPooler, whenPoolerIsMissing } from "../../support/pooler.ts"
import { asService } from "../../support/sentStatements.ts"

const unused = () => Effect.die("not used")

/** A connection on which the server answers with one row. */
const connection = (rowOf: (statement: string) => ReadonlyArray<unknown>): Connection => ({
  execute: unused,
  executeRaw: unused,
  executeStream: () => {
    throw new Error("not used")
  },
  executeUnprepared: unused,
  executeValues: unused,
  executeValuesUnprepared: (statement) => Effect.sync(() => [rowOf(statement)])
})

const isVersion = (statement: string) => statement.includes("server_version")

const fitting = ["UTF8", "on", "read committed"] as const

/** Has a backend of its own for each connection. */
const direct = (version: readonly [number, string] = [170_000, "17.0"]) => {
  let backends = 0
  return {
    reserve: Effect.sync(() => {
      backends += 1
      const own = backends
      return connection((statement) => (isVersion(statement) ? [...version, ...fitting] : [own]))
    })
  }
}

/** Before so many idle backends, of which a transaction gets the one that was freed last, or each in turn. */
const inTransactionMode = (count: number, inTurn: boolean) => {
  const idle = Array.from({ length: count }, (_, index) => index + 1)
  return {
    reserve: Effect.sync(() => {
      let held: number | undefined
      return connection((statement) => {
        if (isVersion(statement)) return [180_000, "18.4", ...fitting]
        const backend = held ?? idle.shift() ?? count + 1
        held = statement === "BEGIN" || (held !== undefined && statement !== "ROLLBACK") ? backend : undefined
        if (held === undefined && inTurn) idle.push(backend)
        else if (held === undefined) idle.unshift(backend)
        return [backend]
      })
    })
  }
}

type Server = Parameters<typeof assertSuitable>[0]

const refusalOf = (server: Server, given = true) =>
  Effect.map(Effect.flip(assertSuitable(server, given)), ({ message }) => message)

describe("a server", () => {
  it.effect("may be Postgres 17, and may not be an older one", () =>
    Effect.gen(function* () {
      yield* assertSuitable(direct(), true)
      const refusal = yield* refusalOf(direct([150_018, "15.18 (Debian 15.18-0+deb12u1)"]))
      assert.strictEqual(refusal, "Postgres 15.18 is too old: 17 or newer is needed")
      assert.strictEqual(yield* refusalOf(direct([150_018, "15.18"]), false), refusal)
    })
  )

  it.live(
    "keeps every character, reads statements as they are meant, and shows them what was committed",
    () =>
      Effect.promise(async () => {
        const url = asService(await Effect.runPromise(createDatabase()))
        const name = new URL(url).pathname.slice(1)
        const other = `${name}_latin`
        const migrate = (database: string) => {
          const environment = { MASTER_KEY: randomBytes(32).toString("base64") }
          return runCommand(["migrate"], { ...environment, DATABASE_URL: url.replace(name, database) })
        }
        await using client = Object.assign(new Client({ connectionString: url }), {
          [Symbol.asyncDispose]: () => client.end()
        })
        await client.connect()
        await client.query(`CREATE DATABASE ${other} TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'`)
        await client.query(`ALTER DATABASE ${name} SET standard_conforming_strings = off`)
        const lax = `${name}_repeatable`
        await client.query(`CREATE DATABASE ${lax}`)
        await client.query(`ALTER DATABASE ${lax} SET default_transaction_isolation = 'repeatable read'`)
        for (const [database, said] of [
          [other, /^prescreen: the database of DATABASE_URL cannot be used: its encoding is LATIN1.*\n$/],
          [
            name,
            /^prescreen: the database of DATABASE_URL cannot be used: standard_conforming_strings is.*\n$/
          ],
          [
            lax,
            /^prescreen: the database of DATABASE_URL cannot be used: default_transaction_isolation is rep.*\n$/
          ]
        ] as const) {
          const result = await migrate(database)
          assert.strictEqual(result.code, 1, result.stderr)
          assert.match(result.stderr, said)
        }
      })
  )

  it.effect("is not reached through a pooler in transaction mode, however that chooses its connections", () =>
    Effect.gen(function* () {
      for (const inTurn of [false, true]) {
        for (const count of [1, 2, 3, 4, 10]) {
          const refusal = yield* refusalOf(inTransactionMode(count, inTurn))
          assert.include(refusal, "use session mode", `${count} backends, in turn: ${inTurn}`)
        }
      }
    })
  )

  it.live.skipIf(poolerIsMissing)(
    `is reached through a pooler in session mode${whenPoolerIsMissing}`,
    () =>
      Effect.promise(async () => {
        const url = asService(await Effect.runPromise(createDatabase()))
        for (const [mode, code, said] of [
          ["session", 0, /^$/],
          [
            "transaction",
            1,
            /^prescreen: the database of DATABASE_URL cannot be used: a pooler in trans.*\n$/
          ]
        ] as const) {
          await using pooler = await startPooler(url, mode)
          const environment = { DATABASE_URL: pooler.url, MASTER_KEY: randomBytes(32).toString("base64") }
          const result = await runCommand(["migrate"], environment)
          assert.strictEqual(result.code, code, result.stderr)
          assert.match(result.stderr, said)
        }
      }),
    60_000
  )
})
