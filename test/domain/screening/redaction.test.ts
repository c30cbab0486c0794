import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { visibleInput } from "../../../src/domain/screening/redaction.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { live, newDecision } from "../../fixtures.ts"

const input = { prompt: "p", negativePrompt: "n", context: ["c"] }

describe("the input of a decision", () => {
  it.effect.each([
    { redacted: false, purged: false, visible: input },
    { redacted: true, purged: false, visible: { prompt: "[redacted]" } },
    { redacted: false, purged: true, visible: { prompt: "[purged]" } },
    { redacted: true, purged: true, visible: { prompt: "[purged]" } }
  ])("when redacted is $redacted and purged is $purged", ({ purged, redacted, visible }) =>
    Effect.gen(function* () {
      const decision = yield* newDecision(live, { input, promptRedacted: redacted, promptPurged: purged })
      assert.deepStrictEqual(visibleInput(decision), visible)
    }).pipe(Effect.provide(SeededRandom))
  )
})
