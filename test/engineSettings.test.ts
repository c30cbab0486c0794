import { assert, it } from "@effect/vitest"
import { profiles } from "../src/adapters/engine/llm/profiles.ts"
import { engineProfiles } from "../src/engineSettings.ts"

it("ENGINE_PROFILE names every profile of a language model", () => {
  assert.deepStrictEqual([...engineProfiles].toSorted(), Object.keys(profiles).toSorted())
})
