import { Context, Duration, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseLayer, MigrationsLayer } from "../../../src/adapters/postgres/database.ts"
import { MasterKeyLayer } from "../../../src/adapters/postgres/encryption/encryption.ts"
import { PostgresLayer } from "../../../src/adapters/postgres/PostgresLayer.ts"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"
import type { QueueOptions } from "../../../src/domain/webhooks/DeliveryQueue.ts"
import { createDatabase, plainQueue } from "../../support/database.ts"

export const masterKey = Redacted.make<Uint8Array>(new Uint8Array(32).fill(7))

export interface ProcessOptions {
  readonly masterKey?: Redacted.Redacted<Uint8Array>
  readonly connections?: number
  readonly queue?: QueueOptions
}

/**
 * Every port on a database of Postgres, migrated first, as one process of the service has it: with a pool, caches
 * and a group commit of its own. What it remembers lasts for an hour, so that only a notification ends it.
 */
export const ProcessLayer = (
  url: string,
  { connections = 4, masterKey: key = masterKey, queue = plainQueue }: ProcessOptions = {}
) => {
  const ttl = Duration.hours(1)
  return Layer.fresh(
    PostgresLayer({ keys: ttl, policies: ttl, queue }).pipe(
      Layer.provide(MigrationsLayer),
      Layer.provideMerge(MasterKeyLayer(key, "MASTER_KEY")),
      Layer.provideMerge(DatabaseLayer({ url: Redacted.make(url), connections })),
      Layer.provideMerge(SecureRandomPooled)
    )
  )
}

/** The same on a new database. */
export const ProcessOnNewDatabase = Layer.unwrap(Effect.map(createDatabase(), (url) => ProcessLayer(url)))

/** Starts a process that lasts as long as the scope, for `Effect.provide`. */
export const startProcess = (url: string, options: ProcessOptions = {}) =>
  Layer.build(ProcessLayer(url, options))
export type Process = Effect.Success<ReturnType<typeof startProcess>>

/**
 * The same on the real clock, with ids on that of the test, for tests that move theirs by days. On the clock of such a test each timer of the process
 * fires for all the time in between, and connections are given up and made anew by the hundred, before any answer.
 */
export const startProcessOnRealClock = Effect.fnUntraced(function* (url: string) {
  const process = yield* TestClock.withLive(startProcess(url))
  return Context.merge(process, yield* Layer.build(Layer.fresh(SecureRandomPooled)))
})
