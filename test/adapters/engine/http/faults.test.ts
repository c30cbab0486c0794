import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Schedule, Tracer } from "effect"
import { gzipSync } from "node:zlib"
import { ScreeningUnavailable } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { connectTo, faultOf, request } from "./connectTo.ts"
import { hang, json, rawServer, reset, sound, soundAnswer, text } from "./rawServer.ts"
import type { Answer } from "./rawServer.ts"

const mebibyte = 1024 * 1024

const once = (reason: string) => ({ reason, retryAfterSeconds: 1, tries: 1 })
const twice = (reason: string) => ({ reason, retryAfterSeconds: 1, tries: 2 })

const breakOff: Answer = (response, incoming) => {
  response.writeHead(200, { "content-length": "1000" })
  response.write('{"engine_version":', () => incoming.socket.end())
}

const drip: Answer = (response) => {
  response.writeHead(200)
  const dripping = Effect.runFork(
    Effect.repeat(
      Effect.sync(() => response.write(" ")),
      Schedule.spaced("20 millis")
    )
  )
  response.once("close", () => dripping.interruptUnsafe())
}

describe("a fault of the connection", () => {
  it.effect("is tried once more when it is refused", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(rawServer(sound))
      const engine = yield* connectTo(url)
      const tries: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          if (options.kind === "client") tries.push(span)
          return span
        }
      })
      const { reason } = yield* Effect.flip(engine.screen(request)).pipe(
        Effect.provideService(Tracer.Tracer, tracer)
      )

      assert.strictEqual(reason, "the connection was refused")
      assert.strictEqual(tries.length, 2)
    })
  )

  it.effect("is tried once more, and no more, when it is reset", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultOf(reset), twice("the connection was reset"))
    })
  )

  it.effect("is tried once more when the answer breaks off", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* faultOf(breakOff), twice("the connection was reset"))
    })
  )

  it.effect("goes unnoticed when the second try is answered", () =>
    Effect.gen(function* () {
      for (const first of [reset, breakOff, text("", 502), text("", 503), text("", 504)]) {
        const { requests, url } = yield* rawServer(first, sound)
        const report = yield* (yield* connectTo(url)).screen(request)

        assert.strictEqual(report.engineVersion, "raw-1")
        assert.strictEqual(requests.length, 2)
      }
    })
  )

  it.effect("is named by its code when it is another, and not tried again", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* rawServer(sound)
      url.protocol = "https:"
      const { reason } = yield* Effect.flip((yield* connectTo(url)).screen(request))

      assert.match(reason, /^the exchange failed \([A-Z_]*SSL[A-Z_]*\)$/)
      assert.strictEqual(sockets.size, 1)
    })
  )
})

describe("a status other than 200", () => {
  for (const status of [201, 204, 301, 307, 400, 401, 404, 413, 429, 500, 501]) {
    it.effect(`is a fault and not tried again: ${status}`, () =>
      Effect.gen(function* () {
        const answer = text("", status, { location: "/elsewhere" })

        assert.deepStrictEqual(
          yield* faultOf(answer, sound),
          once(`the engine answered with status ${status}`)
        )
      })
    )
  }

  for (const status of [502, 503, 504]) {
    it.effect(`is a fault after a second try: ${status}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* faultOf(text("", status)),
          twice(`the engine answered with status ${status}`)
        )
      })
    )
  }
})

describe("an answer that takes too long", () => {
  const timeout = Duration.millis(300)
  const tooLate = "no whole answer within 300 ms"

  it.live("is a fault when it never begins", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(hang)
      const fault = yield* Effect.flip((yield* connectTo(url, { timeout })).screen(request))

      assert.strictEqual(fault.reason, tooLate)
      assert.strictEqual(requests.length, 1)
    })
  )

  it.live("is a fault when it drips, and its connection is closed", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const { url } = yield* rawServer((response, incoming) => {
        response.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
        drip(response, incoming)
      })
      const fault = yield* Effect.flip((yield* connectTo(url, { timeout })).screen(request))
      yield* Deferred.await(closed)

      assert.strictEqual(fault.reason, tooLate)
    })
  )

  it.live("is a fault when both tries together take too long", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(text("", 503), hang)
      const fault = yield* Effect.flip((yield* connectTo(url, { timeout })).screen(request))

      assert.strictEqual(fault.reason, tooLate)
      assert.strictEqual(requests.length, 2)
    })
  )
})

describe("the body of an answer", () => {
  const tooLong = once("the engine's answer cannot be used: it is over 1048576 bytes")
  const padded = (bytes: number) => JSON.stringify(soundAnswer).padEnd(bytes, " ")

  it.effect("may have 1 MiB and not a byte more", () =>
    Effect.gen(function* () {
      const { url } = yield* rawServer(text(padded(mebibyte)))
      const report = yield* (yield* connectTo(url)).screen(request)

      assert.strictEqual(report.engineVersion, "raw-1")
      assert.deepStrictEqual(yield* faultOf(text(padded(mebibyte + 1))), tooLong)
    })
  )

  it.effect("is not read further when it is over 1 MiB", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const fault = yield* faultOf((response) => {
        response.writeHead(200)
        const pour = () => {
          while (!response.destroyed && response.write(" ".repeat(65_536)));
        }
        response.on("drain", pour)
        response.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
        pour()
      })
      yield* Deferred.await(closed)

      assert.deepStrictEqual(fault, tooLong)
    })
  )

  it.effect("is a fault when it is compressed", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(16 * mebibyte, " "))

      assert.deepStrictEqual(
        yield* faultOf(text(bomb, 200, { "content-encoding": "gzip" })),
        once("the engine's answer cannot be used: it is compressed, which was not asked for")
      )
      // The name of a coding may be written in any case.
      const named = text(JSON.stringify(soundAnswer), 200, { "content-encoding": "Identity" })
      const { url } = yield* rawServer(named)
      assert.strictEqual((yield* (yield* connectTo(url)).screen(request)).engineVersion, "raw-1")
    })
  )

  const notJson: Readonly<Record<string, string | Uint8Array>> = {
    "is empty": "",
    "is HTML": "<html>",
    "ends early": '{"engine_version": "raw-1", "checks": {"adult"',
    "is followed by more": `${JSON.stringify(soundAnswer)}{}`,
    "has a NaN": JSON.stringify(soundAnswer).replace("0.25", "NaN"),
    "is not UTF-8": Buffer.from(JSON.stringify(soundAnswer).replace("raw", "r\xe4w"), "latin1")
  }
  for (const [what, body] of Object.entries(notJson)) {
    it.effect(`is a fault when it ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* faultOf(text(body)),
          once("the engine's answer cannot be used: it is not JSON in UTF-8")
        )
      })
    )
  }
})

describe("health", () => {
  const unhealthy: Readonly<Record<string, Answer>> = {
    "the status is 503": text("", 503),
    "it is not ok": json({ ok: false, engine_version: "raw-1" }),
    "it names no version": json({ ok: true }),
    "the connection is reset": reset
  }
  for (const [what, answer] of Object.entries(unhealthy)) {
    it.effect(`is unavailable when ${what}`, () =>
      Effect.gen(function* () {
        const { url } = yield* rawServer(answer)
        const fault = yield* Effect.flip((yield* connectTo(url)).health)

        assert.instanceOf(fault, ScreeningUnavailable)
      })
    )
  }
})
