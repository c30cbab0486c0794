import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { PublicUrls } from "../../../../src/adapters/http/problems/problems.ts"
import { requestIssues } from "../../../../src/adapters/http/requests/requestIssues.ts"
import { failWithIssues } from "../../../../src/adapters/http/requests/RequestValidation.ts"
import { ScreeningApi } from "../../../../src/adapters/http/screening.api.ts"

const endpoint = ScreeningApi.endpoints.check
const parts = { headers: {}, query: {}, params: {} }
const input = { prompt: "a fox" }

const issuesOf = (body: unknown) => requestIssues(endpoint, parts, Option.some(body))

const unknownFields = (many: number) =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [`colour${index}`, "red"]))

describe("a body with very many issues", () => {
  it.effect("is answered with the first hundred, and how many more there are", () =>
    Effect.gen(function* () {
      const problem = yield* Effect.flip(
        failWithIssues(endpoint, parts, Option.some({ input, ...unknownFields(20_000) }))
      )
      assert.lengthOf(problem.issues, 101)
      assert.include(problem.issues, "colour0: is not a known field")
      assert.strictEqual(problem.issues.at(-1), "body: has 19900 more issues")
    }).pipe(
      Effect.provideService(PublicUrls, {
        service: "https://service.example",
        dashboard: "https://service.example"
      })
    )
  )

  it("names each once, the whole beside what is in it", () => {
    const { lines, more } = issuesOf({ input: { ...input, context: Array.from({ length: 21 }, () => 1) } })
    assert.lengthOf(lines, 22)
    assert.strictEqual(lines[0], "input.context.0: expected string")
    assert.match(String(lines.at(-1)), /^input\.context: /)
    assert.strictEqual(more, 0)
  })

  it("has no more of them put into words than are in the answer", () => {
    const { lines, more } = issuesOf({ input, ...unknownFields(20_000) })
    assert.lengthOf(lines, 100)
    assert.strictEqual(more, 19_900)
  })
})
