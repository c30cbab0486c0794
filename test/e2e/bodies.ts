import { assert } from "@effect/vitest"
import { asking, assertProblem, assertRateLimitHeaders, check, decide } from "./fixture.ts"
import type { CheckCall, Fixture } from "./fixture.ts"

/** Any text that needs two code units a character. */
export const astral = "\u{1F98A}"

export const fox = (rest: object = {}) => asking("a fox", rest)

export const input = (rest: object) => ({ input: { prompt: "a fox", ...rest } })

/** Sends each body in a workspace of its own, and says what has to come of it. */
export const sending = (fixture: Fixture) => ({
  accepted: async (body: unknown, call?: CheckCall) => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    return decide(service, live, body, call)
  },

  /** Each problem of the body starts with one of these paths, in any order. Returns them. */
  refused: async (body: unknown, paths: ReadonlyArray<string>, call?: CheckCall) => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const reply = await check(service, live, body, call)
    const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
    assertRateLimitHeaders(reply)
    assert.deepStrictEqual(
      issues.map((issue: string) => /^(.*?): ./.exec(issue)?.[1] ?? issue).sort(),
      [...paths].sort(),
      reply.text
    )
    return issues.join("\n")
  }
})
