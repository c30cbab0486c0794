import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { seenBy } from "../seenBy.ts"
import { connectTo, request, token } from "./connectTo.ts"
import { json, rawServer, reset, sound, soundAnswer, text } from "./rawServer.ts"
import type { Answer } from "./rawServer.ts"

const echoedKey = { ...soundAnswer, checks: { [request.prompt]: soundAnswer.checks.adult } }
const echoedValue = { ...soundAnswer, checks: { adult: { score: request.prompt } } }

/** An engine that throws the prompt and the token back in every way it can. */
const leaky: Readonly<Record<string, Answer>> = {
  "that repeats the prompt in place of JSON": text(`${request.prompt} ${token}`),
  "that repeats the prompt as a key": json(echoedKey),
  "that repeats the prompt as a score": json(echoedValue),
  "that repeats the prompt in an error": text(`${request.prompt} ${token}`, 500),
  "that repeats the prompt in a redirect": text("", 302, { location: `/${encodeURI(request.prompt)}` }),
  "that resets the connection": reset,
  "that answers": sound
}

describe("what an operator sees holds no part of the prompt and no token, with an engine", () => {
  for (const [what, answer] of Object.entries(leaky)) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const { url } = yield* rawServer(answer)
        const engine = yield* connectTo(url)
        const { lines, spans } = yield* seenBy(engine.screen(request))
        const seen = [...lines, ...spans].join("\n")

        assert.isAtLeast(spans.length, 2)
        assert.notInclude(decodeURI(seen), "canary")
      })
    )
  }

  it.effect("whose token cannot be sent", () =>
    Effect.gen(function* () {
      const { url } = yield* rawServer(sound)
      const engine = yield* connectTo(url, { token: Option.some(Redacted.make(`${token}\n`)) })
      const { lines, spans } = yield* seenBy(engine.screen(request))

      assert.include(lines.join("\n"), "UND_ERR_INVALID_ARG")
      assert.notInclude([...lines, ...spans].join("\n"), "canary")
    })
  )
})
