import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted, Ref } from "effect"
import { HttpBody, HttpClient, HttpClientRequest, HttpServer } from "effect/http"
import { createServer } from "node:http"
import { EngineServerLayer } from "../../../../src/adapters/engine/server/EngineServerLayer.ts"
import { ScreeningUnavailable } from "../../../../src/domain/screening/ScreeningEngine.ts"
import {
  RecordedRequests,
  ScriptedEngine,
  ScriptedEngineWith,
  scored,
  scriptedVersion,
  UnreachableEngine
} from "../../../fakes/ScriptedEngine.ts"

const served = (token: Option.Option<string> = Option.none()) =>
  EngineServerLayer({ token: Option.map(token, (text) => Redacted.make(text)) }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
    Layer.provideMerge(NodeHttpClient.layerUndici)
  )

const Served = Layer.provideMerge(
  served(),
  ScriptedEngine({
    adult: scored(0.4, {
      version: 2,
      reviewScore: 0.9,
      signals: [{ signal: "nudity", probability: 0.4, line: null, text: "Nudity is asked for." }]
    })
  })
)

const send = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest) {
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "UnixPathAddress" ? 0 : address.port
  const response = yield* HttpClient.execute(
    HttpClientRequest.prependUrl(request, `http://127.0.0.1:${port}`)
  )
  const text = yield* response.text
  const body: unknown = text === "" ? "" : JSON.parse(text)
  return { status: response.status, headers: response.headers, body }
})

const asked = { prompt: "two foxes", negative_prompt: null, checks: ["adult"] }

const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  send(
    HttpClientRequest.post("/v1/screen", {
      headers,
      body: HttpBody.uint8Array(
        typeof body === "string" ? new TextEncoder().encode(body) : body,
        "application/json"
      )
    })
  )

const refused = (status: number, title: string, detail: string) => ({
  status,
  body: { type: "about:blank", title, status, detail }
})

describe("POST /v1/screen", () => {
  it.effect("answers with the engine's report in the words of the protocol", () =>
    Effect.gen(function* () {
      const { body, status } = yield* post(JSON.stringify({ ...asked, checks: ["adult", "real_person"] }))

      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        engine_version: scriptedVersion,
        input_tokens: 9,
        checks: {
          adult: {
            version: 2,
            score: 0.4,
            review_score: 0.9,
            signals: [{ signal: "nudity", probability: 0.4, line: null, text: "Nudity is asked for." }]
          },
          real_person: { version: 1, score: 0, review_score: 0, signals: [] }
        }
      })
    }).pipe(Effect.provide(Served))
  )

  it.effect("hands a prompt on to the last character, whatever it is", () =>
    Effect.gen(function* () {
      const prompt = `${"\0\ud800\u{1f98a} ".repeat(20_000)}end`
      yield* post(JSON.stringify({ ...asked, prompt, negative_prompt: "wolves" }))

      assert.deepStrictEqual(yield* Ref.get(yield* RecordedRequests), [
        { prompt, negativePrompt: "wolves", checks: ["adult"] }
      ])
    }).pipe(Effect.provide(Served))
  )

  const bad: ReadonlyArray<readonly [what: string, body: string | Uint8Array, detail: string]> = [
    ["no body", "", "it is not JSON in UTF-8"],
    ["a body that is not JSON", "{", "it is not JSON in UTF-8"],
    ["a body that is not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "it is not JSON in UTF-8"],
    ["a list", "[]", "the body: Expected object"],
    ["no prompt", JSON.stringify({ ...asked, prompt: undefined }), "prompt: Missing key"],
    ["a prompt that is null", JSON.stringify({ ...asked, prompt: null }), "prompt: Expected string"],
    [
      "no negative prompt",
      JSON.stringify({ ...asked, negative_prompt: undefined }),
      "negative_prompt: Missing key"
    ],
    ["no checks", JSON.stringify({ ...asked, checks: undefined }), "checks: Missing key"],
    ["checks that are no list", JSON.stringify({ ...asked, checks: "adult" }), "checks: Expected array"],
    [
      "an unknown check",
      JSON.stringify({ ...asked, checks: ["adult", "weapons"] }),
      'checks.1: Expected "minors_sexual" | "adult" | "real_person" | "copyrighted_ip"'
    ],
    [
      "a check twice",
      JSON.stringify({ ...asked, checks: ["adult", "adult"] }),
      "checks: Expected an array with unique items"
    ],
    [
      "an unknown field",
      JSON.stringify({ ...asked, context: "wolves" }),
      "context: Expected no excess property"
    ]
  ]
  for (const [what, body, detail] of bad) {
    it.effect(`answers 400 and says why on ${what}`, () =>
      Effect.gen(function* () {
        const answer = yield* post(body)

        assert.deepInclude(answer, refused(400, "Bad Request", detail))
        assert.strictEqual(answer.headers["content-type"], "application/problem+json")
        assert.deepStrictEqual(yield* Ref.get(yield* RecordedRequests), [])
      }).pipe(Effect.provide(Served))
    )
  }

  it.effect("takes a body of 1 MiB and answers 413 to one that is longer", () =>
    Effect.gen(function* () {
      const body = JSON.stringify(asked)

      assert.strictEqual((yield* post(body.padEnd(1_048_576, " "))).status, 200)
      assert.deepInclude(
        yield* post(body.padEnd(1_048_577, " ")),
        refused(413, "Content Too Large", "the body is over 1048576 bytes")
      )
    }).pipe(Effect.provide(Served))
  )

  it.effect("answers 503 with Retry-After when the engine cannot answer, and tells only the log why", () => {
    const lines: Array<string> = []
    const Lines = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
    const Down = ScriptedEngineWith(() =>
      Effect.fail(new ScreeningUnavailable({ retryAfterSeconds: 4, reason: "the model is not loaded" }))
    )
    return Effect.gen(function* () {
      const answer = yield* post(JSON.stringify(asked))

      assert.deepInclude(answer, refused(503, "Service Unavailable", "the engine cannot answer"))
      assert.strictEqual(answer.headers["retry-after"], "4")
      assert.include(lines.join("\n"), "the model is not loaded")
    }).pipe(Effect.provide(served().pipe(Layer.provide(Down), Layer.provideMerge(Lines))))
  })
})

describe("the bearer token", () => {
  const Guarded = Layer.provideMerge(served(Option.some("a-token")), ScriptedEngine())
  const body = JSON.stringify(asked)

  for (const authorization of ["Bearer a-token", "bearer a-token"]) {
    it.effect(`opens the door: ${authorization}`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* post(body, { authorization })).status, 200)
      }).pipe(Effect.provide(Guarded))
    )
  }

  for (const authorization of [
    "",
    "Bearer",
    "Bearer another",
    "Bearer a-token2",
    "Basic a-token",
    "a-token"
  ]) {
    it.effect(`is asked for before anything is read: ${authorization || "none"}`, () =>
      Effect.gen(function* () {
        const answer = yield* post("{", authorization === "" ? {} : { authorization })

        assert.deepInclude(answer, refused(401, "Unauthorized", "a bearer token is needed"))
        assert.strictEqual(answer.headers["www-authenticate"], "Bearer")
      }).pipe(Effect.provide(Guarded))
    )
  }

  it.effect("is not needed for health", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send(HttpClientRequest.get("/health"))).status, 200)
    }).pipe(Effect.provide(Guarded))
  )
})

describe("GET /health", () => {
  it.effect("answers with the engine's version", () =>
    Effect.gen(function* () {
      const { body, status } = yield* send(HttpClientRequest.get("/health"))

      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, { ok: true, engine_version: scriptedVersion })
      assert.strictEqual((yield* send(HttpClientRequest.head("/health"))).status, 200)
    }).pipe(Effect.provide(Served))
  )

  it.effect("answers 503 when the engine cannot be reached", () =>
    Effect.gen(function* () {
      const answer = yield* send(HttpClientRequest.get("/health"))

      assert.deepInclude(answer, refused(503, "Service Unavailable", "the engine cannot answer"))
      assert.strictEqual(answer.headers["retry-after"], "5")
    }).pipe(Effect.provide(served().pipe(Layer.provide(UnreachableEngine))))
  )
})

describe("elsewhere", () => {
  it.effect("answers 404 to every other path", () =>
    Effect.gen(function* () {
      for (const path of ["/", "/v1", "/v1/screen/more", "/metrics"]) {
        const answer = yield* send(HttpClientRequest.post(path))

        assert.deepInclude(answer, refused(404, "Not Found", "there is nothing at this path"))
      }
      assert.strictEqual((yield* send(HttpClientRequest.head("/v1"))).status, 404)
    }).pipe(Effect.provide(Served))
  )

  it.effect("answers 405 to every other method, and says which is right", () =>
    Effect.gen(function* () {
      const wrong = refused(405, "Method Not Allowed", "this path is for another method")
      for (const make of [HttpClientRequest.get, HttpClientRequest.put, HttpClientRequest.delete]) {
        const answer = yield* send(make("/v1/screen"))
        assert.deepInclude(answer, wrong)
        assert.strictEqual(answer.headers["allow"], "POST")
      }
      const answer = yield* send(HttpClientRequest.post("/health"))
      assert.deepInclude(answer, wrong)
      assert.strictEqual(answer.headers["allow"], "GET, HEAD")
    }).pipe(Effect.provide(Served))
  )
})
