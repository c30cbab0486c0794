import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"
import { PaymentAccounts } from "../../../src/domain/billing/PaymentAccounts.ts"
import { PaymentProvider } from "../../../src/domain/billing/PaymentProvider.ts"
import { StorageUnavailable } from "../../../src/domain/shared/StorageUnavailable.ts"
import { reportOverageHourly } from "../../../src/domain/tenancy/reportOverage.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryTenants } from "../../fakes/InMemoryTenants.ts"
import { InMemoryUsageLedger } from "../../fakes/InMemoryUsageLedger.ts"

const Storage = InMemoryUsageLedger.pipe(
  Layer.provideMerge(InMemoryDecisionLog),
  Layer.provideMerge(InMemoryTenants),
  Layer.provide(SecureRandomPooled)
)

const logTo = (lines: Array<string>) =>
  Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])

/** Fails in every way in turn, and then no more. */
const failing = () => {
  const ways: ReadonlyArray<Effect.Effect<never, StorageUnavailable>> = [
    Effect.die(new TypeError("canary-7f3a")),
    Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 })),
    Effect.die("canary-7f3a"),
    Effect.interrupt
  ]
  const counted = { runs: 0 }
  const list = Effect.suspend(() => ways[counted.runs++] ?? Effect.succeed([]))
  return { counted, list }
}

describe("reportOverageHourly", () => {
  it.effect("goes on at the next hour, whatever went wrong, and says so without quoting it", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const { counted, list } = failing()
      const fiber = yield* reportOverageHourly.pipe(
        Effect.provideService(PaymentProvider, {
          readNotice: () => Effect.succeedNone,
          report: () => Effect.void
        }),
        Effect.provideService(PaymentAccounts, {
          list,
          settle: () => Effect.void,
          sendReports: () => Effect.succeed(0)
        }),
        Effect.provide(Layer.merge(Storage, logTo(lines))),
        Effect.forkChild({ startImmediately: true })
      )
      yield* TestClock.adjust("1 minute")
      for (let hour = 1; hour <= 6; hour += 1) {
        assert.strictEqual(counted.runs, hour)
        yield* TestClock.adjust("1 hour")
      }
      assert.lengthOf(lines, 4)
      for (const line of lines) assert.include(line, "Overage could not be reported; trying again in an hour")
      assert.include(lines[0], "TypeError")
      assert.include(lines[1], "StorageUnavailable")
      assert.notInclude(lines.join("\n"), "canary-7f3a")
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("3 hours")
      assert.strictEqual(counted.runs, 7)
      assert.lengthOf(lines, 4)
    })
  )
})
