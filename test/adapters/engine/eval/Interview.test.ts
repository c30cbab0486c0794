import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, FileSystem, Layer, Path, Ref } from "effect"
import type { Scope } from "effect"
import { TestClock, TestConsole } from "effect/testing"
import type { LabelledPrompt } from "../../../../src/adapters/engine/eval/DataSet.ts"
import { makeInterview } from "../../../../src/adapters/engine/eval/Interview.ts"
import { noAnswers, openAnswers } from "../../../../src/adapters/engine/eval/KeptAnswers.ts"
import { ScreeningEngine, ScreeningUnavailable } from "../../../../src/domain/screening/ScreeningEngine.ts"
import type { EngineReport, EngineRequest } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { RecordedRequests, reportOf, scored, ScriptedEngineWith } from "../../../fakes/ScriptedEngine.ts"

const fault = new ScreeningUnavailable({ retryAfterSeconds: 1, reason: "it was late" })
const secret = "words that no file may hold"

const row = (text: string): LabelledPrompt => ({ text, negativePrompt: null, language: null, labels: {} })
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(`${secret} ${at}`))

const signal = (signal: string, probability: number) => ({ signal, probability, line: 0.5, text: secret })

const answer = (request: EngineRequest): EngineReport => ({
  ...reportOf({
    adult: scored(0.4, {
      reviewScore: 0.5,
      signals: [signal("sexual_content", 0.7), signal("explicit", 0.1)]
    })
  })(request),
  outputTokens: 44
})

/** An engine, and how often it was asked. */
const engineThat = Effect.fnUntraced(function* (
  answer: (request: EngineRequest) => Effect.Effect<EngineReport, ScreeningUnavailable>
) {
  const services = yield* Layer.build(ScriptedEngineWith(answer))
  const asked = Effect.map(Ref.get(Context.get(services, RecordedRequests)), ({ length }) => length)
  return { engine: Context.get(services, ScreeningEngine), asked }
})

/** What an effect comes to once all that it waits for has passed. */
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const running = yield* Effect.forkChild(effect)
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.join(running)
  })

describe("an interview", () => {
  it.effect("asks again about what was at fault, and counts by reason what still is", () =>
    Effect.gen(function* () {
      const tries = new Map<string, number>()
      const { asked, engine } = yield* engineThat((request) => {
        const tried = (tries.get(request.prompt) ?? 0) + 1
        tries.set(request.prompt, tried)
        const recovers = request.prompt.endsWith("0") && tried === 3
        return recovers || request.prompt.endsWith("1") ? Effect.succeed(answer(request)) : Effect.fail(fault)
      })
      const ask = makeInterview(engine, { concurrency: 2, answers: noAnswers })
      const { faults, reports } = yield* inTime(ask("mine", rows(4)))

      assert.deepStrictEqual(
        reports.map((report) => report !== null),
        [true, true, false, false]
      )
      assert.deepStrictEqual(faults, [{ reason: "it was late", rows: 2 }])
      assert.strictEqual(yield* asked, 3 + 1 + 3 + 3)
    })
  )

  it.effect("takes an engine to be gone after 100 rows at fault in a row, and asks no more", () =>
    Effect.gen(function* () {
      const { asked, engine } = yield* engineThat(() => Effect.fail(fault))
      const ask = makeInterview(engine, { concurrency: 1, answers: noAnswers })
      const { faults } = yield* inTime(ask("mine", rows(150)))

      assert.strictEqual(yield* asked, 300)
      assert.deepStrictEqual(
        faults.map(({ rows }) => rows),
        [100, 50]
      )
    })
  )

  it.effect("asks no more at a time than it was told", () =>
    Effect.gen(function* () {
      let [now, most] = [0, 0]
      const { engine } = yield* engineThat((request) =>
        Effect.suspend(() => {
          now++
          most = Math.max(most, now)
          return Effect.delay(
            Effect.sync(() => {
              now--
              return answer(request)
            }),
            "1 second"
          )
        })
      )
      yield* inTime(makeInterview(engine, { concurrency: 3, answers: noAnswers })("mine", rows(20)))

      assert.strictEqual(most, 3)
    })
  )

  it.effect("tells its progress meanwhile, without a word of a row", () =>
    Effect.gen(function* () {
      const { engine } = yield* engineThat((request) =>
        Effect.delay(Effect.succeed(answer(request)), "1 second")
      )
      yield* inTime(makeInterview(engine, { concurrency: 1, answers: noAnswers })("mine", rows(20)))
      const told = (yield* TestConsole.errorLines).map(String)

      assert.isAtLeast(told.length, 3)
      for (const line of told) assert.match(line, /^mine: \d+ of 20 rows, about \d+ s left$/)
      assert.notInclude(told.join("\n"), secret)
    })
  )
})

describe("kept answers", () => {
  const inFile = <A, E>(
    use: (file: string) => Effect.Effect<A, E, FileSystem.FileSystem | Path.Path | Scope.Scope>
  ) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      return yield* use((yield* Path.Path).join(folder, "answers"))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

  const interview = Effect.fnUntraced(function* (file: string, version: string, count: number) {
    const { asked, engine } = yield* engineThat((request) => Effect.succeed(answer(request)))
    const answers = yield* openAnswers(file, version)
    const { reports } = yield* makeInterview(engine, { concurrency: 2, answers })("mine", rows(count))
    return { reports, asked: yield* asked }
  }, Effect.scoped)

  it.effect("spare a later run what an earlier one has asked, and give the same scores", () =>
    inFile((file) =>
      Effect.gen(function* () {
        const first = yield* interview(file, "model+1", 3)
        const second = yield* interview(file, "model+1", 5)

        assert.deepStrictEqual([first.asked, second.asked], [3, 2])
        const [kept] = second.reports
        assert.deepInclude(kept, { inputTokens: `${secret} 0`.length, outputTokens: 44 })
        assert.deepInclude(kept?.checks.adult, { score: 0.4, reviewScore: 0.5 })
        assert.deepStrictEqual(
          kept?.checks.adult?.signals.map(({ signal }) => signal),
          ["sexual_content"]
        )
      })
    )
  )

  it.effect("are of one version of an engine only", () =>
    inFile((file) =>
      Effect.gen(function* () {
        yield* interview(file, "model+1", 2)
        assert.strictEqual((yield* interview(file, "model+2", 2)).asked, 2)
      })
    )
  )

  it.effect("hold no prompt and nothing of what an engine said in words", () =>
    inFile((file) =>
      Effect.gen(function* () {
        yield* interview(file, "model+1", 2)
        assert.notInclude(yield* (yield* FileSystem.FileSystem).readFileString(file), secret)
      })
    )
  )

  it.effect("survive being cut off in the middle of a line", () =>
    inFile((file) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        yield* interview(file, "model+1", 3)
        const content = yield* files.readFileString(file)
        yield* files.writeFileString(file, content.slice(0, -20))
        assert.strictEqual((yield* interview(file, "model+1", 3)).asked, 1)
        assert.strictEqual((yield* interview(file, "model+1", 3)).asked, 0)
      })
    )
  )

  it.effect("are not written into a file that holds something else", () =>
    inFile((file) =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        yield* files.writeFileString(file, "mine")
        const refusal = yield* Effect.flip(openAnswers(file, "model+1"))
        assert.include(refusal.message, "holds something else than answers")
        assert.strictEqual(yield* files.readFileString(file), "mine")
      })
    )
  )
})
