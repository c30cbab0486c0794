import { Flag } from "effect/cli"
import { presets } from "../../../domain/policy/presets.ts"

/** The options of the command `engine:eval`. */
export const flags = {
  data: Flag.Directory("data", { mustExist: true }).pipe(
    Flag.withDescription(
      'Folder of data sets, one *.jsonl each, one {"text", "labels", "negative_prompt", "language"} a line'
    ),
    Flag.optional
  ),
  across: Flag.Directory("across", { mustExist: true }).pipe(
    Flag.withDescription(
      "Folder of the public data that the built-in engine is made from: train without each labelled source and measure on it"
    ),
    Flag.optional
  ),
  cascade: Flag.Boolean("cascade").pipe(
    Flag.withDescription(
      "Compare the built-in engine, the model of the environment, and the cascade of both: tokens saved, outcomes changed. Without a model: what one would be asked"
    ),
    Flag.withDefault(false)
  ),
  preset: Flag.Literals(
    "preset",
    presets.map(({ name }) => name)
  ).pipe(
    Flag.withDescription("The policy whose outcomes --cascade compares"),
    Flag.withDefault("adult-platform")
  ),
  out: Flag.String("out").pipe(Flag.withDescription("File for the report, as JSON"), Flag.optional),
  compare: Flag.File("compare", { mustExist: true }).pipe(
    Flag.withDescription("An earlier report: what differs is told beside it"),
    Flag.optional
  ),
  answers: Flag.String("answers").pipe(
    Flag.withDescription(
      "File to keep the engine's answers in, without the prompts: a run that ended early goes on from it"
    ),
    Flag.optional
  ),
  concurrency: Flag.Int("concurrency").pipe(
    Flag.withDescription("Prompts that the engine is asked about at a time. Default: 8"),
    Flag.withDefault(8)
  ),
  samples: Flag.Int("samples").pipe(
    Flag.withDescription("Samples of the bootstrap behind the 95 % intervals, 0 for none. Default: 200"),
    Flag.withDefault(200)
  ),
  engineAlone: Flag.Boolean("engine-alone").pipe(
    Flag.withDescription("Leave the service's floors out, which run beside every engine"),
    Flag.withDefault(false)
  ),
  disguises: Flag.Boolean("disguises").pipe(
    Flag.withDescription(
      "Ask nine times more, in disguise, of what is found; for the built-in engine unless --no-disguises"
    ),
    Flag.optional
  )
} as const
