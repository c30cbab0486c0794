import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { revealedInput, visibleInput } from "../../../src/domain/screening/redaction.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { live, newDecision } from "../../fixtures.ts"

const input = { prompt: "p", negativePrompt: "n", context: ["c"] }

describe("the input of a decision", () => {
  it.effect.each([
    { redacted: false, purged: false, visible: input, revealed: input },
    { redacted: true, purged: false, visible: { prompt: "[redacted]" }, revealed: input },
    { redacted: false, purged: true, visible: { prompt: "[purged]" }, revealed: { prompt: "[purged]" } },
    { redacted: true, purged: true, visible: { prompt: "[purged]" }, revealed: { prompt: "[purged]" } }
  ])("when redacted is $redacted and purged is $purged", ({ purged, redacted, revealed, visible }) =>
    Effect.gen(function* () {
      const decision = yield* newDecision(live, { input, promptRedacted: redacted, promptPurged: purged })
      assert.deepStrictEqual(visibleInput(decision), visible)
      assert.deepStrictEqual(revealedInput(decision), revealed)
    }).pipe(Effect.provide(SeededRandom))
  )
})
