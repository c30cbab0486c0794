import { assert, describe, it } from "@effect/vitest"
import { runGuide } from "../support/guide.ts"
import { startService } from "../support/serviceProcess.ts"

describe("the guide to the review queue", () => {
  it("shows what a service really answers", async () => {
    await using service = await startService()
    const options = ["--name", "Art", "--plan", "growth", "--preset", "adult-platform", "--json"]
    const made = await service.cli(["tenants", "create", ...options])
    assert.strictEqual(await runGuide("docs/review.md", service, JSON.parse(made.stdout).keys.test), 5)
  })
})
