import { Context, Effect, Layer, Ref } from "effect"
import type { CheckId } from "../../src/domain/policy/CheckId.ts"
import { ScreeningEngine, ScreeningUnavailable } from "../../src/domain/screening/ScreeningEngine.ts"
import type { EngineCheck, EngineReport, EngineRequest } from "../../src/domain/screening/ScreeningEngine.ts"

export const scriptedVersion = "scripted-1"

/** What a check reports: its review score is its score unless the script says otherwise. */
export const scored = (score: number, rest: Partial<EngineCheck> = {}): EngineCheck => ({
  version: 1,
  score,
  reviewScore: score,
  signals: [],
  ...rest
})

export type Script = Readonly<Partial<Record<CheckId, EngineCheck>>>

/** The report of a script on a request: what it does not name scores 0. */
export const reportOf =
  (script: Script) =>
  (request: EngineRequest): EngineReport => ({
    engineVersion: scriptedVersion,
    inputTokens: request.prompt.length,
    checks: Object.fromEntries(request.checks.map((id) => [id, script[id] ?? scored(0)]))
  })

/** What a scripted engine was asked, oldest first. */
export class RecordedRequests extends Context.Service<
  RecordedRequests,
  Ref.Ref<ReadonlyArray<EngineRequest>>
>()("prescreen/test/fakes/RecordedRequests") {}

/** An engine that answers as `answer` does, and records what it was asked. */
export const ScriptedEngineWith = (
  answer: (request: EngineRequest) => Effect.Effect<EngineReport, ScreeningUnavailable>
): Layer.Layer<ScreeningEngine | RecordedRequests> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const requests = yield* Ref.make<ReadonlyArray<EngineRequest>>([])
      const engine = ScreeningEngine.of({
        screen: (request) =>
          Ref.update(requests, (earlier) => [...earlier, request]).pipe(Effect.andThen(answer(request))),
        health: Effect.succeed(scriptedVersion)
      })
      return Context.make(ScreeningEngine, engine).pipe(Context.add(RecordedRequests, requests))
    })
  )

/** An engine that always reports what the script says. */
export const ScriptedEngine = (script: Script = {}): Layer.Layer<ScreeningEngine | RecordedRequests> =>
  ScriptedEngineWith((request) => Effect.succeed(reportOf(script)(request)))

const unreachable = new ScreeningUnavailable({ retryAfterSeconds: 5, reason: "nobody is there" })

/** An engine nobody can reach. */
export const UnreachableEngine: Layer.Layer<ScreeningEngine> = Layer.succeed(ScreeningEngine, {
  screen: () => Effect.fail(unreachable),
  health: Effect.fail(unreachable)
})
