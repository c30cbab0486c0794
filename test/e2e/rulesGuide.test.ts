import { assert, describe, it } from "@effect/vitest"
import { runGuide } from "../support/guide.ts"
import { startService } from "../support/serviceProcess.ts"

describe("the guide to rules", () => {
  it("shows what a service really answers", async () => {
    await using service = await startService()
    const words = [
      "tenants",
      "create",
      "--name",
      "Art",
      "--plan",
      "growth",
      "--preset",
      // As the demo workspace, where a newcomer tries the guide.
      "adult-platform",
      "--json"
    ]
    const { stdout } = await service.cli(words)
    assert.strictEqual(await runGuide("docs/rules.md", service, JSON.parse(stdout).keys.live), 11)
  })
})
