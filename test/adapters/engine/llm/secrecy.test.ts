import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { vllm } from "../../../fakes/ModelServer.ts"
import type { ByHand } from "../../../fakes/ModelServer.ts"
import { sayText } from "../../../fakes/modelSpeech.ts"
import type { Said } from "../../../fakes/modelWire.ts"
import { seenBy } from "../seenBy.ts"
import { asking, engineOn, modelServer } from "./askModel.ts"

const prompt = "a canary in a cage"

const send =
  (body: unknown, status = 200): ByHand =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body))

/** A model and a server that throw the prompt and the token back in every way they can. */
const leaky: Readonly<Record<string, Said | ByHand>> = {
  "that repeats the prompt as its answer": sayText(prompt),
  "that repeats the prompt in an error": send({ error: { message: prompt } }, 400),
  "that repeats the prompt as a key": send({ choices: [{ [prompt]: prompt }] }),
  "that repeats the prompt as a log-probability": send({
    choices: [{ message: { content: "x" }, logprobs: { content: [{ token: prompt, logprob: prompt }] } }]
  }),
  "that refuses and says why": send({ choices: [{ message: { content: null, refusal: prompt } }] }),
  "that repeats the prompt as the reason for its end": send({
    choices: [{ message: { content: "x" }, finish_reason: prompt }]
  })
}

describe("what an operator sees holds no part of the prompt and no token, with a model", () => {
  for (const [what, answer] of Object.entries(leaky)) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const server = yield* modelServer({ kind: vllm, token: "canary-token" })
        server.onPrompt("canary", answer)
        const { lines, spans } = yield* seenBy(
          Effect.flatMap(engineOn(server), (engine) => engine.screen(asking(prompt)))
        )

        assert.include(lines.join("\n"), "failed")
        assert.isAtLeast(spans.length, 2)
        assert.notInclude([...lines, ...spans].join("\n"), "canary")
      })
    )
  }
})
