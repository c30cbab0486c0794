import { assert, describe, it } from "@effect/vitest"
import { runGuide } from "../support/guide.ts"
import { startService } from "../support/serviceProcess.ts"

describe("the guide to policies", () => {
  it("shows what a service really answers", async () => {
    await using service = await startService()
    // As the demo workspace, where a newcomer tries the guide.
    const options = ["--name", "Art", "--plan", "growth", "--preset", "adult-platform", "--json"]
    const made = await service.cli(["tenants", "create", ...options])
    const answers = await runGuide("docs/policies.md", service, JSON.parse(made.stdout).keys.live)
    assert.isAtLeast(answers, 8)
  })
})
