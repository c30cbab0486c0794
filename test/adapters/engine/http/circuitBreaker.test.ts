import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { connectTo, request } from "./connectTo.ts"
import { hang, rawServer, sound, text } from "./rawServer.ts"
import type { Answer } from "./rawServer.ts"

type Engine = ScreeningEngine["Service"]

const failing = text("", 500)
const refusing = text("", 400)
const openReason = "the engine is not asked for a while after too many faults in a row"

const fault = (engine: Engine) => Effect.flip(engine.screen(request))
const faults = (engine: Engine, times: number) => Effect.repeat(fault(engine), { times: times - 1 })

/** An engine whose circuit has just opened, on a server that goes on with `answers`. */
const opened = Effect.fnUntraced(function* (...answers: readonly [Answer, ...Array<Answer>]) {
  const server = yield* rawServer(failing, ...Array.from({ length: 9 }, () => failing), ...answers)
  const engine = yield* connectTo(server.url)
  yield* faults(engine, 10)
  return { engine, requests: server.requests }
})

describe("the circuit breaker", () => {
  it.effect("opens after 10 faults in a row, and the engine is not asked any more", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(failing)
      const engine = yield* connectTo(url)
      const tenth = yield* faults(engine, 10)
      assert.strictEqual(tenth.reason, "the engine answered with status 500")

      const eleventh = yield* faults(engine, 50)
      assert.strictEqual(eleventh.reason, openReason)
      assert.strictEqual(requests.length, 10)
    })
  )

  it.effect("starts to count again after an answer", () =>
    Effect.gen(function* () {
      const nine = Array.from({ length: 9 }, () => failing)
      const { requests, url } = yield* rawServer(failing, ...nine.slice(1), sound, ...nine, sound)
      const engine = yield* connectTo(url)
      yield* faults(engine, 9)
      yield* engine.screen(request)
      yield* faults(engine, 9)
      yield* engine.screen(request)

      assert.strictEqual(requests.length, 20)
    })
  )

  it.effect("counts a retried request as one fault", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(text("", 503))
      yield* faults(yield* connectTo(url), 11)

      assert.strictEqual(requests.length, 20)
    })
  )

  it.effect("tells the whole seconds until the next probe, and at least one", () =>
    Effect.gen(function* () {
      const { engine } = yield* opened(failing)
      const waits = []
      for (let step = 0; step < 5; step++) {
        waits.push((yield* fault(engine)).retryAfterSeconds)
        yield* TestClock.adjust("1200 millis")
      }

      assert.deepStrictEqual(waits, [5, 4, 3, 2, 1])
    })
  )

  it.effect("lets one probe through every 5 seconds, however many ask", () =>
    Effect.gen(function* () {
      const { engine, requests } = yield* opened(failing)
      for (const probes of [1, 2, 3]) {
        yield* TestClock.adjust("4999 millis")
        yield* Effect.all(
          Array.from({ length: 20 }, () => fault(engine)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(requests.length, 9 + probes)

        yield* TestClock.adjust("1 millis")
        yield* Effect.all(
          Array.from({ length: 20 }, () => fault(engine)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(requests.length, 10 + probes)
      }
    })
  )

  it.effect("rests no longer when the clock is set back by a day", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 24))
      const { engine } = yield* opened(sound)
      yield* TestClock.setTime(Date.UTC(2026, 10, 23))
      assert.strictEqual((yield* fault(engine)).retryAfterSeconds, 5)
      yield* TestClock.adjust("5 seconds")
      yield* engine.screen(request)
    })
  )

  it.effect("answers at once while the probe is under way", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const { engine, requests } = yield* opened(() => Deferred.doneUnsafe(arrived, Effect.void))
      yield* TestClock.adjust("5 seconds")
      yield* Effect.forkChild(fault(engine))
      yield* Deferred.await(arrived)
      const { reason, retryAfterSeconds } = yield* fault(engine)

      assert.deepStrictEqual({ reason, retryAfterSeconds }, { reason: openReason, retryAfterSeconds: 1 })
      assert.strictEqual(requests.length, 11)
    })
  )

  it.effect("closes when a probe is answered", () =>
    Effect.gen(function* () {
      const { engine } = yield* opened(sound)
      yield* TestClock.adjust("5 seconds")
      yield* engine.screen(request)
      const reports = yield* Effect.all(
        Array.from({ length: 20 }, () => engine.screen(request)),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(reports.length, 20)
    })
  )

  it.effect("probes again with the next request when the probe's caller has gone", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const { engine } = yield* opened(() => Deferred.doneUnsafe(arrived, Effect.void), sound)
      yield* TestClock.adjust("5 seconds")
      const probe = yield* Effect.forkChild(engine.screen(request))
      yield* Deferred.await(arrived)
      yield* Fiber.interrupt(probe)

      assert.strictEqual((yield* engine.screen(request)).engineVersion, "raw-1")
    })
  )

  it.effect("does not count callers that go away", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(hang, ...Array.from({ length: 14 }, () => hang), sound)
      const engine = yield* connectTo(url)
      for (let gone = 1; gone <= 15; gone++) {
        const caller = yield* Effect.forkChild(engine.screen(request))
        while (requests.length < gone) yield* Effect.promise(() => new Promise((next) => setImmediate(next)))
        yield* Fiber.interrupt(caller)
      }

      assert.strictEqual((yield* engine.screen(request)).engineVersion, "raw-1")
    })
  )

  it.effect("opens and probes as its options say", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(failing)
      const engine = yield* connectTo(url, { faultsToOpen: 2, probeEvery: Duration.minutes(1) })
      yield* faults(engine, 2)
      assert.strictEqual((yield* fault(engine)).retryAfterSeconds, 60)

      yield* TestClock.adjust("1 minute")
      yield* faults(engine, 2)
      assert.strictEqual(requests.length, 3)
    })
  )

  it.live("counts answers that come too late", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(hang)
      const engine = yield* connectTo(url, { timeout: Duration.millis(50), faultsToOpen: 2 })
      yield* faults(engine, 2)
      const { reason } = yield* fault(engine)

      assert.strictEqual(reason, openReason)
      assert.strictEqual(requests.length, 2)
    })
  )

  it.effect("neither counts health nor stands before it", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(failing)
      const engine = yield* connectTo(url)
      yield* Effect.repeat(Effect.flip(engine.health), { times: 19 })
      const asked = yield* fault(engine)
      assert.strictEqual(asked.reason, "the engine answered with status 500")

      yield* faults(engine, 9)
      const health = yield* Effect.flip(engine.health)
      assert.strictEqual(health.reason, "the engine answered with status 500")
      assert.strictEqual(requests.length, 31)
    })
  )
})

describe("an engine that refuses a prompt", () => {
  for (const status of [400, 413, 422]) {
    it.effect(`with ${status} does not open the circuit for others`, () =>
      Effect.gen(function* () {
        const refused = Array.from({ length: 24 }, () => text("", status))
        const { requests, url } = yield* rawServer(text("", status), ...refused, sound)
        const engine = yield* connectTo(url)
        const { reason, retryAfterSeconds } = yield* faults(engine, 25)
        assert.deepStrictEqual(
          { reason, retryAfterSeconds },
          { reason: `the engine answered with status ${status}`, retryAfterSeconds: 1 }
        )
        yield* engine.screen(request)

        assert.strictEqual(requests.length, 26)
      })
    )
  }

  for (const status of [401, 403, 404, 408, 429, 500, 502]) {
    it.effect(`is not what one is that answers ${status}`, () =>
      Effect.gen(function* () {
        const { url } = yield* rawServer(text("", status))
        const engine = yield* connectTo(url)
        yield* faults(engine, 10)

        assert.strictEqual((yield* fault(engine)).reason, openReason)
      })
    )
  }

  it.effect("does not make the faults before it forgotten", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(
        failing,
        ...Array.from({ length: 8 }, () => failing),
        refusing,
        failing
      )
      const engine = yield* connectTo(url)
      yield* faults(engine, 11)

      assert.strictEqual((yield* fault(engine)).reason, openReason)
      assert.strictEqual(requests.length, 11)
    })
  )

  it.effect("leaves the probe to the next prompt, which closes the circuit", () =>
    Effect.gen(function* () {
      const { engine, requests } = yield* opened(refusing, refusing, sound)
      yield* TestClock.adjust("5 seconds")
      const { reason } = yield* faults(engine, 2)
      assert.strictEqual(reason, "the engine answered with status 400")
      yield* Effect.repeat(engine.screen(request), { times: 9 })

      assert.strictEqual(requests.length, 22)
    })
  )

  it.effect("leaves the probe to the next prompt, whose fault opens the circuit again", () =>
    Effect.gen(function* () {
      const { engine, requests } = yield* opened(refusing, failing)
      yield* TestClock.adjust("5 seconds")
      yield* faults(engine, 2)

      assert.deepInclude(yield* fault(engine), { reason: openReason, retryAfterSeconds: 5 })
      assert.strictEqual(requests.length, 12)
    })
  )

  it.effect("is logged for each of them, while the circuit is probed too", () =>
    Effect.gen(function* () {
      const { engine } = yield* opened(failing, refusing)
      yield* TestClock.adjust("5 seconds")
      assert.isTrue((yield* fault(engine)).isLogged)
      yield* TestClock.adjust("5 seconds")

      assert.isFalse((yield* fault(engine)).isLogged)
    })
  )
})
