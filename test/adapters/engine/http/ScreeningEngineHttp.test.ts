import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Option, Redacted, Ref } from "effect"
import { HttpServer } from "effect/http"
import { createServer } from "node:http"
import { ScreeningEngineHttp } from "../../../../src/adapters/engine/http/ScreeningEngineHttp.ts"
import { EngineServerLayer } from "../../../../src/adapters/engine/server/EngineServerLayer.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { screeningEngineContract } from "../../../contracts/screeningEngineContract.ts"
import { RecordedRequests, ScriptedEngine, scored } from "../../../fakes/ScriptedEngine.ts"
import { connectTo, request, token } from "./connectTo.ts"
import { json, rawServer, sound } from "./rawServer.ts"

const script = {
  adult: scored(0.4, {
    version: 7,
    reviewScore: 0.9,
    signals: [
      { signal: "nudity", probability: 0.4, line: 0.5, text: "Nudity is asked for." },
      { signal: "youth_coded", probability: null, line: null, text: "Someone seems young." }
    ]
  })
}

const shared = Option.some(Redacted.make(token))

/** The adapter in front of the reference server in front of a scripted engine, over localhost. */
const EngineBehindHttp = Layer.unwrap(
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const port = address._tag === "UnixPathAddress" ? 0 : address.port
    const url = new URL(`http://127.0.0.1:${port}`)
    return ScreeningEngineHttp({ url, token: shared, timeout: Duration.seconds(25) })
  })
).pipe(
  Layer.provide(NodeHttpClient.layerDispatcher),
  Layer.provide(EngineServerLayer({ token: shared })),
  Layer.provide(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
)

screeningEngineContract(
  "ScreeningEngineHttp in front of EngineServer",
  EngineBehindHttp.pipe(Layer.provide(ScriptedEngine(script)))
)

describe("ScreeningEngineHttp", () => {
  it.effect("carries request and report over unchanged", () =>
    Effect.gen(function* () {
      const asked = {
        prompt: "a\0b \ud800 \u{1f98a}",
        negativePrompt: "no wolves",
        checks: ["adult"]
      } as const
      const report = yield* (yield* ScreeningEngine).screen(asked)

      assert.deepStrictEqual(yield* Ref.get(yield* RecordedRequests), [asked])
      assert.deepStrictEqual(report.checks, script)
    }).pipe(Effect.provide(Layer.provideMerge(EngineBehindHttp, ScriptedEngine(script))))
  )

  it.effect("sends one request for all checks, as the protocol has it", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(sound)
      const engine = yield* connectTo(url)
      yield* engine.screen({ prompt: "two foxes", negativePrompt: null, checks: ["adult"] })
      const [sent] = requests

      assert.strictEqual(requests.length, 1)
      assert.strictEqual(`${sent?.method} ${sent?.url}`, "POST /v1/screen")
      assert.strictEqual(sent?.body, '{"prompt":"two foxes","negative_prompt":null,"checks":["adult"]}')
      assert.strictEqual(sent?.headers["content-type"], "application/json")
      assert.strictEqual(sent?.headers["accept-encoding"], "identity")
      assert.strictEqual(sent?.headers.authorization, `Bearer ${token}`)
    })
  )

  it.effect(
    "takes a review score that is left out to be the score, and ignores fields it does not know",
    () =>
      Effect.gen(function* () {
        const { url } = yield* rawServer(
          json({
            engine_version: "raw-1",
            input_tokens: null,
            model: "m",
            checks: { adult: { version: 3, score: 0.25, signals: [], extra: [] } }
          })
        )
        const engine = yield* connectTo(url)

        assert.deepStrictEqual(yield* engine.screen(request), {
          engineVersion: "raw-1",
          inputTokens: null,
          checks: { adult: { version: 3, score: 0.25, reviewScore: 0.25, signals: [] } }
        })
      })
  )

  it.effect("sends no Authorization header without a token", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(sound)
      const engine = yield* connectTo(url, { token: Option.none() })
      yield* engine.screen(request)

      assert.isUndefined(requests[0]?.headers.authorization)
    })
  )

  it.effect("sends a traceparent of the caller's trace", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(sound)
      const engine = yield* connectTo(url)
      const { traceId } = yield* Effect.currentSpan.pipe(
        Effect.tap(engine.screen(request)),
        Effect.withSpan("check")
      )

      assert.match(String(requests[0]?.headers["traceparent"]), new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
    })
  )

  it.effect("appends the protocol's paths to the url's own, with or without a slash at its end", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(sound)
      for (const base of ["/engine", "/engine/", "/engine/?tenant=a"]) {
        const engine = yield* connectTo(new URL(base, url))
        yield* engine.screen(request)
      }

      assert.deepStrictEqual(
        requests.map((sent) => sent.url),
        ["/engine/v1/screen", "/engine/v1/screen", "/engine/v1/screen?tenant=a"]
      )
    })
  )

  it.effect("asks for health at its path, with the token", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* rawServer(json({ ok: true, engine_version: "raw-2" }))
      const engine = yield* connectTo(new URL("/engine", url))

      assert.strictEqual(yield* engine.health, "raw-2")
      assert.strictEqual(`${requests[0]?.method} ${requests[0]?.url}`, "GET /engine/health")
      assert.strictEqual(requests[0]?.headers.authorization, `Bearer ${token}`)
    })
  )

  it.effect("keeps its connection for the requests that follow", () =>
    Effect.gen(function* () {
      const { requests, sockets, url } = yield* rawServer(sound)
      const engine = yield* connectTo(url)
      yield* Effect.repeat(engine.screen(request), { times: 49 })

      assert.strictEqual(requests.length, 50)
      // A request that follows at once may find the connection not yet free.
      assert.isAtMost(sockets.size, 5)
    })
  )

  it.effect("has 256 requests under way at once and keeps their connections open", () =>
    Effect.gen(function* () {
      const waiting: Array<() => void> = []
      const { sockets, url } = yield* rawServer((response, incoming) => {
        waiting.push(() => sound(response, incoming))
        if (waiting.length === 256) for (const answer of waiting.splice(0)) answer()
      })
      const engine = yield* connectTo(url)
      const reports = yield* Effect.all(
        Array.from({ length: 256 }, () => engine.screen(request)),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(reports.length, 256)
      assert.strictEqual(sockets.size, 256)
      assert.isTrue([...sockets].every((socket) => !socket.destroyed))
    })
  )

  it.effect("closes the connection when the caller goes away", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const { url } = yield* rawServer((_, incoming) => {
        incoming.socket.once("close", () => Deferred.doneUnsafe(closed, Effect.void))
        Deferred.doneUnsafe(arrived, Effect.void)
      })
      const engine = yield* connectTo(url)
      const caller = yield* Effect.forkChild(engine.screen(request))
      yield* Deferred.await(arrived)
      yield* Fiber.interrupt(caller)
      yield* Deferred.await(closed)

      assert.isTrue(yield* Deferred.isDone(closed))
    })
  )
})
