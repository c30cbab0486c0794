import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { PublicUrls } from "../../../../src/adapters/http/problems/problems.ts"
import { requestIssues } from "../../../../src/adapters/http/requests/requestIssues.ts"
import type { RequestParts } from "../../../../src/adapters/http/requests/requestIssues.ts"
import { failWithIssues } from "../../../../src/adapters/http/requests/RequestValidation.ts"
import { ScreeningApi } from "../../../../src/adapters/http/screening.api.ts"

const endpoint = ScreeningApi.endpoints.check
const parts = { headers: {}, query: {}, params: {} }
const input = { prompt: "a fox" }

const issuesOf = (body: unknown) => requestIssues(endpoint, parts, Option.some(body))

const unknownFields = (many: number) =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [`colour${index}`, "red"]))

const answeredWith = (sent: RequestParts, body: unknown, further?: ReadonlyArray<string>) =>
  Effect.flip(failWithIssues(endpoint, sent, Option.some(body), further)).pipe(
    Effect.map((problem) => problem.issues),
    Effect.provideService(PublicUrls, {
      service: "https://service.example",
      dashboard: "https://service.example"
    })
  )

describe("a request with very many issues", () => {
  const query = unknownFields(2_000)

  it.effect("is told how many more each of its parts has", () =>
    Effect.gen(function* () {
      const issues = yield* answeredWith({ ...parts, query }, { input, ...unknownFields(20) })
      assert.lengthOf(issues, 102)
      assert.strictEqual(issues[0], "query.colour0: is not a known field")
      assert.deepStrictEqual(issues.slice(-2), ["query: has 1900 more issues", "body: has 20 more issues"])
      const ofQuery = yield* answeredWith({ ...parts, query }, { input })
      assert.lengthOf(ofQuery, 101)
      assert.strictEqual(ofQuery.at(-1), "query: has 1900 more issues")
    })
  )

  it.effect("is told the same of issues that were described before others took their place", () =>
    Effect.gen(function* () {
      const further = Object.keys(unknownFields(60)).map((name) => `${name}: is not a finite number`)
      const body = { input, query: "red", path: "red" }
      const issues = yield* answeredWith({ ...parts, query: unknownFields(40) }, body, further)
      assert.lengthOf(issues, 101)
      assert.strictEqual(issues.at(-1), "body: has 2 more issues")
      const full = yield* answeredWith({ ...parts, query: unknownFields(50) }, body, further)
      assert.deepStrictEqual(full.slice(-2), ["query: has 10 more issues", "body: has 2 more issues"])
    })
  )
})

describe("a body with very many issues", () => {
  it.effect("is answered with the first hundred, and how many more there are", () =>
    Effect.gen(function* () {
      const issues = yield* answeredWith(parts, { input, ...unknownFields(20_000) })
      assert.lengthOf(issues, 101)
      assert.include(issues, "colour0: is not a known field")
      assert.strictEqual(issues.at(-1), "body: has 19900 more issues")
    })
  )

  it("names each once, the whole beside what is in it", () => {
    const { issues, more } = issuesOf({ input: { ...input, context: Array.from({ length: 21 }, () => 1) } })
    assert.lengthOf(issues, 22)
    assert.deepStrictEqual(issues[0], { slot: "body", line: "input.context.0: expected string" })
    assert.match(String(issues.at(-1)?.line), /^input\.context: /)
    assert.strictEqual(more.size, 0)
  })

  it("has no more of them put into words than are in the answer", () => {
    const { issues, more } = issuesOf({ input, ...unknownFields(20_000) })
    assert.lengthOf(issues, 100)
    assert.deepStrictEqual([...more], [["body", 19_900]])
  })
})
