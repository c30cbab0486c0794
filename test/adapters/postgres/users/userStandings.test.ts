import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { costOf } from "../../../../src/adapters/postgres/users/userStandings.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import type { Rule } from "../../../../src/domain/users/Rule.ts"
import { log, standing } from "../../../contracts/userDecisions.ts"
import { ruleOf, when } from "../../../domain/users/someRules.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { ProcessOnNewDatabase } from "../process.ts"
import { logMany } from "./logMany.ts"

/** Asks so many times at once for a user of one workspace, then once for one of each other, and says who came when. */
const askBeside = Effect.fnUntraced(function* (
  times: number,
  rules: ReadonlyArray<Rule>,
  others: Readonly<Record<string, ReadonlyArray<Rule>>>
) {
  const busy = yield* newWorkspace()
  yield* logMany(busy, 3_000)
  // Made before anybody asks: what is told is who was read first, not how long it takes to make a workspace.
  const asking = yield* Effect.forEach(Object.entries(others), ([name, asked]) =>
    Effect.map(newWorkspace(), (workspace) => ({ name, workspace, asked }))
  )
  const finished: Array<string> = []
  const ask = (name: string, workspace: Workspace, asked: ReadonlyArray<Rule>) =>
    standing(workspace, asked).pipe(
      Effect.as(name),
      Effect.catchTag("StorageUnavailable", () => Effect.succeed("refused")),
      Effect.tap((answer) => Effect.sync(() => finished.push(answer))),
      Effect.forkChild({ startImmediately: true })
    )
  const fibers = yield* Effect.forEach(Array.from({ length: times }), () => ask("busy", busy, rules))
  yield* Effect.yieldNow
  for (const { asked, name, workspace } of asking) fibers.push(yield* ask(name, workspace, asked))
  yield* Effect.forEach(fibers, Fiber.await)
  return finished
})

const tagRules = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    ruleOf(String(at % 10), { windowSeconds: 86_400, count: 5, when: when({ tag: `tag-${at}` }) })
  )

const longRules = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    ruleOf(String(at % 10), { windowSeconds: 86_400 + at, count: 1_000 })
  )

describe("what rules cost", () => {
  it("grows with what they look at, whether they count all decisions or some", () => {
    const costs = [
      [ruleOf("1", { count: 3 })],
      [ruleOf("1", { count: 3, when: when({ outcomes: ["allow", "block"] }) })],
      longRules(300),
      tagRules(2)
    ].map(costOf)
    assert.deepStrictEqual(costs, [28, 56, 307_500, 4_050])
  })
})

layer(ProcessOnNewDatabase, { excludeTestServices: true, timeout: "60 seconds" })(
  "the standing of a user",
  (it) => {
    it.effect("is not waited for behind users whose rules look at thousands of decisions", () =>
      Effect.gen(function* () {
        const finished = yield* askBeside(30, tagRules(25), { plain: [ruleOf("1")] })
        assert.lengthOf(finished, 31)
        assert.isBelow(finished.indexOf("plain"), 30, "before the last of those that came first")
      })
    )

    it.effect("is not waited for behind another tenant's, however many it asks for at once", () =>
      Effect.gen(function* () {
        const others = { plain: [ruleOf("1")], costly: tagRules(1) }
        const finished = yield* askBeside(20, tagRules(25), others)
        assert.notInclude(finished, "refused")
        assert.isBelow(finished.indexOf("plain"), 6)
        assert.isBelow(finished.indexOf("costly"), 6)
      })
    )

    it.effect("is read one by one where hundreds of rules count up to thousands of decisions each", () =>
      Effect.gen(function* () {
        const others = { plain: [ruleOf("1")], costly: tagRules(1), heavy: longRules(60) }
        const finished = yield* askBeside(12, longRules(60), others)
        assert.notInclude(finished, "refused")
        for (const name of Object.keys(others)) assert.isBelow(finished.indexOf(name), 5, name)
      })
    )

    it.effect("is refused at once to a tenant that makes more wait than is read in seconds", () =>
      Effect.gen(function* () {
        const finished = yield* askBeside(20, longRules(600), { plain: [ruleOf("1")] })
        assert.deepStrictEqual(
          finished.slice(0, 15).map((name) => (name === "refused" ? 1 : 0)),
          Array.from({ length: 15 }, () => 1)
        )
        assert.includeMembers(finished, ["plain", "busy"])
      })
    )

    it.effect("has the counts of all of hundreds of rules", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        yield* log(workspace, { user: "u", outcome: "block" })
        const rules = [...longRules(300), ruleOf("1", { when: when({ outcomes: ["allow"] }) })]
        const { counts } = yield* standing(workspace, rules)
        assert.deepStrictEqual(counts, [...Array.from({ length: 300 }, () => 1), 0])
      })
    )
  }
)
