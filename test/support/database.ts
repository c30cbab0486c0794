import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { DatabaseLayer } from "../../src/adapters/postgres/database.ts"
import type { QueueOptions } from "../../src/domain/webhooks/DeliveryQueue.ts"
import { copyDatabase } from "./copyDatabase.ts"
import type { Template } from "./copyDatabase.ts"

/** For what delivers nothing, or delivers at once. */
export const plainQueue: QueueOptions = { delays: [Duration.zero], lease: Duration.seconds(20) }

/** Makes a database for one test or one file, and returns its url. It goes with the run's server. */
export const createDatabase = (template: Template = "migrated"): Effect.Effect<string> =>
  Effect.suspend(() =>
    copyDatabase(inject("databaseUrl"), template, `test_${randomUUID().replaceAll("-", "")}`)
  ).pipe(Effect.orDie)

/** The client of a database, for `Effect.provide`. */
export const connect = (url: string, connections = 2) =>
  Layer.fresh(DatabaseLayer({ url: Redacted.make(url), connections }))

/** Runs a statement of no tenant's, on whichever database the client has. */
export const query = Effect.fnUntraced(function* <Row extends object>(
  statement: string,
  parameters: ReadonlyArray<unknown> = []
) {
  const sql = yield* PgClient.PgClient
  return yield* sql.unsafe<Row>(statement, parameters)
})

/** Changes a setting of a database for those who connect from then on. */
export const alterDatabase = (url: string, setting: string) =>
  Effect.provide(query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`), connect(url))

/** A zone that has another day than UTC at this hour, so that whoever takes one for the other is found at any hour. */
const zoneOfAnotherDay = () =>
  DateTime.getPartUtc(DateTime.nowUnsafe(), "hour") < 11 ? "<-1145>+11:45" : "<+1345>-13:45"

/** One whose owner writes moments, spans and bytes in another way than Postgres does by itself. */
export const createUnusualDatabase = Effect.gen(function* () {
  const url = yield* createDatabase()
  for (const setting of [
    "datestyle = 'SQL, DMY'",
    "intervalstyle = 'sql_standard'",
    `timezone = '${zoneOfAnotherDay()}'`,
    "bytea_output = 'escape'"
  ]) {
    yield* alterDatabase(url, setting)
  }
  return url
}).pipe(Effect.orDie)

/** The client of a database of its own, which is migrated. */
export const OwnDatabase = Layer.unwrap(Effect.map(createDatabase(), (url) => connect(url)))
