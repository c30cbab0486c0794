import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { MaintenanceLayer } from "../../../src/adapters/postgres/MaintenanceLayer.ts"
import { ScheduledJobs } from "../../../src/adapters/postgres/ScheduledJobs.ts"
import { StorageUnavailable } from "../../../src/domain/shared/StorageUnavailable.ts"
import { AuditLog } from "../../../src/domain/tenancy/AuditLog.ts"
import { createDatabase } from "../../support/database.ts"
import { startProcess } from "./process.ts"

describe("the upkeep of the audit logs", () => {
  it.effect("goes on after a failure, and logs one that nobody expected", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      const lines: Array<string> = []
      let runs = 0
      const ways: ReadonlyArray<Effect.Effect<never, StorageUnavailable>> = [
        Effect.die(new TypeError("canary-7f3a")),
        Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
      ]
      const chainPending = Effect.suspend(() => ways[runs++] ?? Effect.void)
      const Fakes = Layer.mergeAll(
        Layer.succeed(ScheduledJobs, { schedule: () => Effect.void }),
        Layer.succeed(AuditLog, {
          chainPending,
          list: () => Effect.succeed([]),
          verify: () => Effect.die("not asked")
        }),
        Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
      )
      yield* Layer.build(MaintenanceLayer.pipe(Layer.provide(Fakes))).pipe(Effect.provide(process))
      for (let turn = 1; turn <= 4; turn += 1) {
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(runs, turn)
      }
      assert.lengthOf(lines, 1)
      assert.include(lines[0], "TypeError")
      assert.notInclude(lines[0], "canary-7f3a")
    })
  )
})
