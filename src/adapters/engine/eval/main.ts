import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, FileSystem, Option, Path, Result, Schema } from "effect"
import { CliError, Command, Flag } from "effect/cli"
import { openDataFolder } from "../build/DataFolder.ts"
import { ScreeningEngineBuiltin } from "../builtin/ScreeningEngineBuiltin.ts"
import { evaluateAcrossSources } from "./acrossSources.ts"
import { readDataSet } from "./DataSet.ts"
import { evaluate } from "./evaluate.ts"
import type { EvaluationSettings } from "./evaluate.ts"
import { printed } from "./printed.ts"
import { Report } from "./Report.ts"

const refuse = (userMessage: string, cause: unknown = userMessage) =>
  new CliError.UserError({ cause, userMessage })

const ending = ".jsonl"

/** Every data set of a folder, by name. */
const readFolder = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = (yield* files.readDirectory(folder)).filter((name) => name.endsWith(ending)).toSorted()
  if (names.length === 0) return yield* refuse(`${folder} holds no data set (*${ending}).`)
  return yield* Effect.forEach(names, (file) =>
    Effect.gen(function* () {
      const content = yield* files.readFileString(path.join(folder, file))
      const set = readDataSet(file.slice(0, -ending.length), content)
      return Result.isFailure(set) ? yield* refuse(`${folder}: ${set.failure}.`) : set.success
    })
  )
})

const decodeReport = Schema.decodeUnknownEffect(Schema.fromJsonString(Report))

const readEarlier = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const content = yield* files.readFileString(file)
  return yield* Effect.mapError(decodeReport(content), (cause) =>
    refuse(`${file} is not a report of this command.`, cause)
  )
})

const data = Flag.Directory("data", { mustExist: true }).pipe(
  Flag.withDescription(
    'Folder of data sets, one *.jsonl each, one {"text", "labels", "negative_prompt", "language"} a line'
  ),
  Flag.optional
)
const across = Flag.Directory("across", { mustExist: true }).pipe(
  Flag.withDescription(
    "Folder of the public data that the engine is made from: train without each labelled source and measure on it"
  ),
  Flag.optional
)
const out = Flag.String("out").pipe(Flag.withDescription("File for the report, as JSON"), Flag.optional)
const compare = Flag.File("compare", { mustExist: true }).pipe(
  Flag.withDescription("An earlier report: what differs is told beside it"),
  Flag.optional
)
const samples = Flag.Int("samples").pipe(
  Flag.withDescription("Samples of the bootstrap behind the 95 % intervals, 0 for none"),
  Flag.withDefault(200)
)
const engineAlone = Flag.Boolean("engine-alone").pipe(
  Flag.withDescription("Leave the service's floors out, which run beside every engine"),
  Flag.withDefault(false)
)

const evaluateFolder = Effect.fnUntraced(function* (folder: string, settings: EvaluationSettings) {
  return yield* evaluate(yield* readFolder(folder), settings)
}, Effect.provide(ScreeningEngineBuiltin))

const evaluateAcross = (folder: string, settings: EvaluationSettings) =>
  Effect.catchDefect(evaluateAcrossSources(openDataFolder(folder), settings), (cause) =>
    Effect.fail(refuse(`The data in ${folder} cannot be used.`, cause))
  )

const evaluation = Command.make(
  "engine-eval",
  { data, across, out, compare, samples, engineAlone },
  Effect.fnUntraced(function* (flags) {
    if (flags.samples < 0) return yield* refuse("--samples is 0 or more.")
    const settings = { samples: flags.samples, withFloors: !flags.engineAlone }
    const earlier = Option.isSome(flags.compare) ? yield* readEarlier(flags.compare.value) : null
    if (Option.isSome(flags.data) === Option.isSome(flags.across)) {
      return yield* refuse("Say what to measure on: --data <folder>, or --across <folder>.")
    }
    const report = Option.isSome(flags.data)
      ? yield* evaluateFolder(flags.data.value, settings)
      : yield* evaluateAcross(
          Option.getOrElse(flags.across, () => ""),
          settings
        )
    for (const line of printed(report, earlier)) yield* Console.log(line)
    if (Option.isNone(flags.out)) return
    const files = yield* FileSystem.FileSystem
    yield* files.writeFileString(flags.out.value, `${JSON.stringify(report, null, 2)}\n`)
    yield* Console.log(`\nWrote ${flags.out.value}`)
  })
).pipe(Command.withDescription("Measures the built-in engine on labelled prompts. It never prints a prompt."))

evaluation.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
