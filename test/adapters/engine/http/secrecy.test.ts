import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Logger, Option, Redacted, References, Tracer } from "effect"
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

const nameAndEnd = ({ attributes, events, name, status }: Tracer.NativeSpan) => {
  const end = status._tag === "Ended" && Exit.isFailure(status.exit) ? Cause.pretty(status.exit.cause) : ""
  return [name, JSON.stringify([...attributes]), JSON.stringify(events.map(([event]) => event)), end].join(
    " "
  )
}

/** Runs an effect and returns all that an operator could see of it: its log lines and its spans. */
const seenBy = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  yield* effect.pipe(
    Effect.tapCause((cause) => Effect.logError("failed", cause)),
    Effect.tapError((error) => Effect.logError(JSON.stringify(error))),
    Effect.exit,
    Effect.provideService(References.MinimumLogLevel, "Trace"),
    Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])),
    Effect.provideService(Tracer.Tracer, tracer)
  )
  return { lines, spans: spans.map(nameAndEnd) }
})

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
