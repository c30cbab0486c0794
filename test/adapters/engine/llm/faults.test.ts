import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Result } from "effect"
import { vllm } from "../../../fakes/ModelServer.ts"
import type { ByHand } from "../../../fakes/ModelServer.ts"
import { sayLine, sayText } from "../../../fakes/modelSpeech.ts"
import { vllmWire } from "../../../fakes/modelWire.ts"
import type { Said } from "../../../fakes/modelWire.ts"
import { asking, engineOn, modelServer } from "./askModel.ts"

const ids = ["m1", "m2", "m3", "m4", "a1", "a2", "a3", "p1", "p2", "i1", "i2"]
const sound = sayLine(ids, {})
const line = sound.content

const json =
  (body: unknown, status = 200): ByHand =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

const answer = (
  said: Said,
  change: (choice: Record<string, unknown>) => object = (choice) => choice
): ByHand => {
  const completion = vllmWire("test-model", said, 20) as { choices: Array<Record<string, unknown>> }
  return json({ ...completion, choices: completion.choices.map(change) })
}

const message = (change: object) => answer(sound, (choice) => ({ ...choice, message: { ...change } }))

const token = (change: object) =>
  answer(sound, (choice) => ({
    ...choice,
    logprobs: {
      content: (choice["logprobs"] as { content: ReadonlyArray<object> }).content.map((entry) => ({
        ...entry,
        ...change
      }))
    }
  }))

const status =
  (status: number): ByHand =>
  (response) =>
    response.writeHead(status).end()

/** What the server does, how often it is asked, and what of it an operator reads. */
const faults: Readonly<Record<string, readonly [answer: ByHand, tries: number, reason: string]>> = {
  "answers 500": [status(500), 1, "the engine answered with status 500"],
  "answers 400": [status(400), 1, "the engine answered with status 400"],
  "answers 429": [status(429), 1, "the engine answered with status 429"],
  "answers 503 twice": [status(503), 2, "the engine answered with status 503"],
  "resets the connection twice": [
    (response) => response.socket?.resetAndDestroy(),
    2,
    "the connection was reset"
  ],
  "is not JSON": [(response) => response.end("m1=N m2=N"), 1, "it is not JSON in UTF-8"],
  "answers another kind of object": [json({ object: "error" }), 1, "choices: "],
  "has no choice": [json({ choices: [] }), 1, "choices: there is none"],
  "was cut off": [answer({ ...sound, finish: "length" }), 1, "it was cut off"],
  "was stopped by a filter": [
    answer(sound, (choice) => ({ ...choice, finish_reason: "content_filter" })),
    1,
    "the model was stopped"
  ],
  "refuses in its own field": [
    message({ role: "assistant", content: null, refusal: "I cannot." }),
    1,
    "the model refused"
  ],
  "refuses in words": [
    answer(sayText("I'm sorry", ", but I can't help with that.")),
    1,
    "it is not in the form that was asked for"
  ],
  "says nothing": [message({ role: "assistant", content: "" }), 1, "the model said nothing"],
  "says null": [message({ role: "assistant", content: null }), 1, "the model said nothing"],
  "leaves an answer out": [answer(sayLine(ids.slice(1), {})), 1, "it is not in the form"],
  "answers in another order": [answer(sayLine(ids.toReversed(), {})), 1, "it is not in the form"],
  "answers with another letter": [answer(sayText(line.replace("N", "?"))), 1, "it is not in the form"],
  "adds a word, as a prompt told it to": [answer(sayText(line, " all good")), 1, "it is not in the form"],
  "answers twice": [answer(sayText(line, "\n", line)), 1, "it is not in the form"],
  "gives no log-probabilities all at once": [
    answer(sound, (choice) => ({ ...choice, logprobs: null })),
    1,
    "it has no log-probabilities"
  ],
  "gives the log-probabilities of another text": [
    answer({ ...sayText("hello"), content: line }),
    1,
    "its log-probabilities do not belong to its answers"
  ],
  "gives no alternative that is an answer": [
    token({ token: "x", top_logprobs: [{ token: "x", logprob: -1 }] }),
    1,
    "its log-probabilities do not belong to its answers"
  ],
  "gives a log-probability that is text": [token({ logprob: "-1" }), 1, "logprob: "],
  "counts half a token": [
    json({ ...vllmWire("m", sound, 20), usage: { prompt_tokens: 0.5 } }),
    1,
    "prompt_tokens: "
  ]
}

/** Of one prompt: the model is there, and would answer another. */
const refusals: ReadonlySet<string> = new Set([
  "answers 400",
  "was cut off",
  "was stopped by a filter",
  "refuses in its own field",
  "refuses in words",
  "says nothing",
  "says null",
  "leaves an answer out",
  "answers in another order",
  "answers with another letter",
  "adds a word, as a prompt told it to",
  "answers twice"
])

describe("a model at fault gives no scores", () => {
  for (const [name, [byHand, tries, reason]] of Object.entries(faults)) {
    it.effect(`when it ${name}`, () =>
      Effect.gen(function* () {
        const server = yield* modelServer({ kind: vllm })
        server.onPrompt("canary", byHand)
        const engine = yield* engineOn(server)
        const before = server.asked.length
        const fault = yield* Effect.flip(engine.screen(asking("a canary in a cage")))

        assert.include(fault.reason, reason)
        assert.notInclude(fault.reason, "canary")
        assert.strictEqual(fault.retryAfterSeconds, 1)
        assert.strictEqual(server.asked.length, before + tries)
      })
    )
  }

  it.effect("but the second try counts", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm })
      let tries = 0
      server.onPrompt("canary", (response, body) => {
        tries += 1
        return (tries === 1 ? status(503) : answer(sayLine(ids, { p1: 0.9 })))(response, body)
      })
      const { checks } = yield* (yield* engineOn(server)).screen(asking("a canary in a cage"))

      assert.closeTo(checks.real_person?.score ?? 0, 0.9, 1e-9)
    })
  )

  it.live("when both tries together take too long", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm })
      let tries = 0
      server.onPrompt("canary", (response) => {
        tries += 1
        if (tries === 1) response.writeHead(503).end()
      })
      const engine = yield* engineOn(server, { timeout: Duration.millis(300) })
      const { reason } = yield* Effect.flip(engine.screen(asking("a canary in a cage")))

      assert.strictEqual(reason, "no whole answer within 300 ms")
      assert.strictEqual(tries, 2)
    })
  )

  for (const [name, [byHand]] of Object.entries(faults)) {
    const isOfPrompt = refusals.has(name)
    it.effect(
      `and ${isOfPrompt ? "goes on to be asked" : "is not asked any more"} after 10 prompts of which it ${name}`,
      () =>
        Effect.gen(function* () {
          const server = yield* modelServer({ kind: vllm })
          server.onPrompt("canary", byHand)
          const engine = yield* engineOn(server)
          yield* Effect.repeat(Effect.flip(engine.screen(asking("a canary"))), { times: 10 })
          const other = yield* Effect.result(engine.screen(asking("two foxes")))

          assert.strictEqual(Result.isSuccess(other), isOfPrompt)
        })
    )
  }

  it.effect("and its health is gone with it", () =>
    Effect.gen(function* () {
      const server = yield* modelServer({ kind: vllm })
      const engine = yield* engineOn(server)
      const version = yield* engine.health
      server.goAway(true)
      assert.strictEqual((yield* Effect.flip(engine.health)).reason, "the connection was reset")
      server.goAway(false)

      assert.strictEqual(yield* engine.health, version)
    })
  )
})

describe("an answer that is unusual and right", () => {
  const unusual: Readonly<Record<string, ByHand>> = {
    "has blanks around it": answer({
      ...sound,
      content: `\n${line} `,
      tokens: [...sayText("\n").tokens, ...sound.tokens, ...sayText(" ").tokens]
    }),
    "lost the blank that its first token has": answer({
      ...sound,
      tokens: [...sayText("\u2581").tokens, ...sound.tokens]
    }),
    "follows reasoning that its log-probabilities go over too": answer({
      ...sound,
      tokens: [...sayText("<think>", line, "</think>").tokens, ...sound.tokens]
    }),
    "counts no tokens": json({ ...vllmWire("m", sound, 20), usage: null }),
    "gives no reason for its end": answer(sound, (choice) => ({ ...choice, finish_reason: null }))
  }
  for (const [name, byHand] of Object.entries(unusual)) {
    it.effect(`is used when it ${name}`, () =>
      Effect.gen(function* () {
        const server = yield* modelServer({ kind: vllm })
        server.onPrompt("canary", byHand)
        const { checks } = yield* (yield* engineOn(server)).screen(asking("a canary"))

        assert.closeTo(checks.copyrighted_ip?.score ?? 0, 0.02, 1e-9)
      })
    )
  }
})
