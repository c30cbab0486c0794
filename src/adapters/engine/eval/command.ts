import { Console, Context, Effect, FileSystem, Layer, Option, Schema } from "effect"
import { Command } from "effect/cli"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { findPreset } from "../../../domain/policy/presets.ts"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { openDataFolder } from "../build/DataFolder.ts"
import { ScreeningEngineBuiltin } from "../builtin/ScreeningEngineBuiltin.ts"
import type { Band } from "../cascade/Band.ts"
import type { ModelUnsuited } from "../llm/probe.ts"
import { refuse } from "../refuse.ts"
import { evaluateAcrossSources } from "./acrossSources.ts"
import { cascadeReach, ReachReport } from "./cascadeReach.ts"
import { CascadeReport } from "./CascadeReport.ts"
import { cascadeReportLines } from "./cascadeReportLines.ts"
import { compareCascade } from "./compareCascade.ts"
import { evaluate } from "./evaluate.ts"
import type { EvaluationSettings } from "./evaluate.ts"
import { flags } from "./flags.ts"
import { makeInterview } from "./Interview.ts"
import { noAnswers, openAnswers } from "./KeptAnswers.ts"
import { reachReportLines } from "./reachReportLines.ts"
import { readDataSets } from "./readDataSets.ts"
import { Report } from "./Report.ts"
import { reportLines } from "./reportLines.ts"

type Engine = Layer.Layer<ScreeningEngine, ModelUnsuited>

/** The engines that the environment names. */
export interface Engines {
  /** The engine that `ENGINE` names. */
  readonly chosen: Engine
  /** Whether asking it takes long and may cost money. */
  readonly isRemote: boolean
  /** A language model and the checks that it answers; null if none is named. */
  readonly model: { readonly engine: Engine; readonly checks: ReadonlyArray<CheckId> } | null
  /** The lines of a cascade. */
  readonly band: Band
}

type Flags = Command.Command.Config.Infer<typeof flags>

const mostAtATime = 256

const checked = (given: Flags) => {
  if (given.samples < 0) return refuse("--samples is 0 or more.")
  if (given.concurrency < 1 || given.concurrency > mostAtATime) {
    return refuse(`--concurrency is 1 to ${mostAtATime}.`)
  }
  if (Option.isSome(given.data) === Option.isSome(given.across)) {
    return refuse("Say what to measure on: --data <folder>, or --across <folder>.")
  }
  return given.cascade && Option.isNone(given.data) ? refuse("--cascade measures on --data <folder>.") : null
}

const connect = Effect.fnUntraced(function* (layer: Engine) {
  const services = yield* Effect.mapError(Layer.build(layer), (unsuited) => refuse(`${unsuited.message}.`))
  const engine = Context.get(services, ScreeningEngine)
  const version = yield* Effect.mapError(engine.health, ({ reason }) =>
    refuse(`The engine cannot be asked: ${reason}.`)
  )
  return { engine, version }
})

/** Connects to an engine that may be slow, and opens its kept answers. */
const examine = Effect.fnUntraced(function* (layer: Engine, { answers, concurrency }: Flags) {
  const { engine, version } = yield* connect(layer)
  const kept = Option.isSome(answers) ? yield* openAnswers(answers.value, version) : noAnswers
  return { version, interview: makeInterview(engine, { concurrency, answers: kept }) }
})

const measureChosen = Effect.fnUntraced(function* (
  folder: string,
  { chosen, isRemote }: Engines,
  given: Flags
) {
  const sets = yield* readDataSets(folder)
  const settings = {
    samples: given.samples,
    withFloors: !given.engineAlone,
    disguises: Option.getOrElse(given.disguises, () => !isRemote)
  }
  return yield* evaluate(yield* examine(chosen, given), sets, settings)
}, Effect.scoped)

const measureAcross = (folder: string, given: Flags) => {
  const settings: EvaluationSettings = {
    samples: given.samples,
    withFloors: !given.engineAlone,
    disguises: Option.getOrElse(given.disguises, () => true)
  }
  return Effect.catchDefect(evaluateAcrossSources(openDataFolder(folder), settings), (cause) =>
    Effect.fail(refuse(`The data in ${folder} cannot be used.`, cause))
  )
}

const policyOf = (preset: string) =>
  Effect.mapBoth(Effect.fromOption(findPreset(preset)), {
    onFailure: () => refuse(`There is no preset ${preset}.`),
    onSuccess: ({ policy }) => policy
  })

const measureCascade = Effect.fnUntraced(function* (
  folder: string,
  { band, model }: Engines & { readonly model: object },
  given: Flags
) {
  const policy = yield* policyOf(given.preset)
  const sets = yield* readDataSets(folder)
  const quick = yield* connect(ScreeningEngineBuiltin)
  const examined = yield* examine(model.engine, given)
  const askBuiltin = makeInterview(quick.engine)
  const answered = yield* Effect.forEach(sets, (set) =>
    Effect.all({
      set: Effect.succeed(set),
      builtin: askBuiltin(set.name, set.rows),
      model: examined.interview(set.name, set.rows)
    })
  )
  const { preset, samples } = given
  const settings = { policy, band, modelChecks: model.checks, withFloors: !given.engineAlone, samples }
  const report: CascadeReport = {
    format: 1,
    kind: "cascade",
    builtinVersion: quick.version,
    modelVersion: examined.version,
    preset,
    band,
    withFloors: settings.withFloors,
    samples,
    sets: compareCascade(answered, settings)
  }
  return report
}, Effect.scoped)

const measureReach = Effect.fnUntraced(function* (folder: string, { band }: Engines, given: Flags) {
  const policy = yield* policyOf(given.preset)
  const { engine, version } = yield* connect(ScreeningEngineBuiltin)
  const ask = makeInterview(engine)
  const answered = yield* Effect.forEach(yield* readDataSets(folder), (set) =>
    Effect.map(ask(set.name, set.rows), (builtin) => ({ set, builtin }))
  )
  const withFloors = !given.engineAlone
  const report: ReachReport = {
    format: 1,
    kind: "cascade without a model",
    builtinVersion: version,
    preset: given.preset,
    band,
    withFloors,
    sets: cascadeReach(answered, { policy, band, withFloors })
  }
  return report
}, Effect.scoped)

const readEarlier = Effect.fnUntraced(function* <S extends Schema.Codec<unknown, unknown>>(
  file: Option.Option<string>,
  schema: S
) {
  if (Option.isNone(file)) return null
  const files = yield* FileSystem.FileSystem
  const content = yield* files.readFileString(file.value)
  return yield* Effect.mapError(Schema.decodeEffect(Schema.fromJsonString(schema))(content), (cause) =>
    refuse(`${file.value} is not a report of this command with the same options.`, cause)
  )
})

const printReport = Effect.fnUntraced(function* (
  lines: ReadonlyArray<string>,
  report: object,
  { out }: Flags
) {
  for (const line of lines) yield* Console.log(line)
  if (Option.isNone(out)) return
  const files = yield* FileSystem.FileSystem
  yield* files.writeFileString(out.value, `${JSON.stringify(report, null, 2)}\n`)
  yield* Console.log(`\nWrote ${out.value}`)
})

/** Makes sure that the report can be written before a run that may take hours. */
const assertWritable = Effect.fnUntraced(function* ({ out }: Flags) {
  if (Option.isNone(out)) return
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(files.writeFileString(out.value, "", { flag: "a" }), (cause) =>
    refuse(`${out.value} cannot be written.`, cause)
  )
})

/** The command `engine:eval`. It prints figures and never a prompt. */
export const engineEval = (engines: Engines) =>
  Command.make(
    "engine-eval",
    flags,
    Effect.fnUntraced(function* (given) {
      const wrong = checked(given)
      if (wrong !== null) return yield* wrong
      yield* assertWritable(given)
      // One of the two is given: `checked` refuses anything else.
      const folder = Option.getOrThrow(Option.orElse(given.data, () => given.across))
      const { model } = engines
      if (given.cascade && model !== null) {
        const earlier = yield* readEarlier(given.compare, CascadeReport)
        const report = yield* measureCascade(folder, { ...engines, model }, given)
        return yield* printReport(cascadeReportLines(report, earlier), report, given)
      }
      if (given.cascade) {
        const earlier = yield* readEarlier(given.compare, ReachReport)
        const report = yield* measureReach(folder, engines, given)
        return yield* printReport(reachReportLines(report, earlier), report, given)
      }
      const earlier = yield* readEarlier(given.compare, Report)
      const report = Option.isSome(given.data)
        ? yield* measureChosen(folder, engines, given)
        : yield* measureAcross(folder, given)
      yield* printReport(reportLines(report, earlier), report, given)
    })
  ).pipe(
    Command.withDescription(
      "Measures the engine that ENGINE names (builtin unless told) on labelled prompts. It never prints a prompt."
    )
  )
