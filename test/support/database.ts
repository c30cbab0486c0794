import { PgConnection } from "@effect/sql-pg"
import { Duration, Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import type { QueueOptions } from "../../src/domain/webhooks/DeliveryQueue.ts"

/** For what delivers nothing, or delivers at once. */
export const plainQueue: QueueOptions = { firstDelay: Duration.zero, lease: Duration.seconds(20) }

/** Makes an empty database for one test or one file, and returns its url. It goes with the run's server. */
export const createDatabase: Effect.Effect<string> = Effect.gen(function* () {
  const url = new URL(inject("databaseUrl"))
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const connection = yield* PgConnection.make({ url: Redacted.make(url.href) })
  yield* connection.query(`CREATE DATABASE ${name}`)
  url.pathname = name
  return url.href
}).pipe(Effect.scoped, Effect.orDie)
