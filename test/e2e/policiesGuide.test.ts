import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { assertShown, curl, learn, readExamples, wordsOf } from "../support/guide.ts"
import type { Variables } from "../support/guide.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"

const parts: { service?: Service } = {}

beforeAll(async () => {
  parts.service = await startService()
})

afterAll(async () => {
  await parts.service?.[Symbol.asyncDispose]()
})

describe("the guide to policies", () => {
  it("shows what a service really answers", async () => {
    const { service } = parts
    assert.isDefined(service)
    const made = await service.cli(["tenants", "create", "--name", "Art", "--plan", "growth", "--json"])
    const variables: Variables = {
      PRESCREEN: service.url,
      KEY: JSON.parse(made.stdout).keys.live
    }
    let answer: unknown
    let answers = 0
    for (const { content, kind } of await readExamples("docs/policies.md")) {
      if (kind === "sh") {
        const reply = await curl(service, wordsOf(content, variables))
        answer = reply.json()
        learn(variables, reply)
      } else {
        assertShown(JSON.parse(content), answer)
        answers += 1
      }
    }
    assert.isAtLeast(answers, 8)
  })
})
