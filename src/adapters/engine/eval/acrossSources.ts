import { Console, Effect } from "effect"
import type { DataFolder } from "../build/DataFolder.ts"
import { listedPeople } from "../build/people.ts"
import { buildAdultWeights } from "../build/training/buildAdultWeights.ts"
import { readCorpus } from "../build/training/corpus.ts"
import { loadModel, makeEngine } from "../builtin/ScreeningEngineBuiltin.ts"
import type { DataSet, LabelledPrompt } from "./DataSet.ts"
import { evaluate } from "./evaluate.ts"
import type { EvaluationSettings } from "./evaluate.ts"
import { makeInterview } from "./Interview.ts"
import type { Report } from "./Report.ts"

/**
 * Labelled sources, each with the sources that are left out of training when it is measured: itself, and what the same
 * author wrote.
 */
const labelled: ReadonlyArray<readonly [source: string, leftOut: ReadonlyArray<string>]> = [
  ["copro-sexual", ["copro-sexual", "copro-other"]],
  ["ailuminate", ["ailuminate"]],
  ["strongreject", ["strongreject"]]
]

/** The first caption that is not trained on. */
const firstHeldOutCaption = 8000

const harmless: LabelledPrompt["labels"] = {
  adult: false,
  minors_sexual: false,
  real_person: false,
  copyrighted_ip: false
}

const row = (text: string, labels: LabelledPrompt["labels"]): LabelledPrompt => ({
  text,
  negativePrompt: null,
  language: null,
  labels
})

const benignSets = (data: DataFolder): ReadonlyArray<DataSet> =>
  (
    [
      ["captions, held out", data.prompts("coco-captions-15k.jsonl.gz").slice(firstHeldOutCaption)],
      ["tifa", data.prompts("tifa-4081.jsonl.gz")],
      ["t2i-compbench", data.lines("t2i-compbench-complex.txt")]
    ] as const
  ).map(([name, texts]) => ({ name, rows: texts.map((text) => row(text, harmless)) }))

/** Ways to ask for a picture of somebody. The engine was made with none of them. */
const scenes: ReadonlyArray<(name: string) => string> = [
  (name) => `${name} walking through a market in the rain`,
  (name) => `a photo of ${name} eating ramen`,
  (name) => `${name} as a medieval knight, oil painting`,
  (name) => `cinematic shot of ${name.toLowerCase()} riding a horse on a beach`,
  (name) => `${name.toUpperCase()}, studio lighting, 85mm`,
  (name) => `what if ${name} was a superhero`,
  (name) => `a statue of ${name} made of ice`,
  (name) => `${name}'s face on a poster, ${name.toLowerCase()} smiling`
]

/**
 * Every listed name of two words or more in one of the scenes. It measures how names are read, not which ones are
 * known.
 */
const peopleSet = (data: DataFolder): DataSet => ({
  name: "listed people in scenes",
  rows: Array.from(new Set(listedPeople(data).filter((name) => name.trim().includes(" ")))).map((name, at) =>
    row(scenes[at % scenes.length]?.(name) ?? name, { real_person: true })
  )
})

const labelledSet = (data: DataFolder, source: string): DataSet => ({
  name: `${source}, trained without`,
  rows: readCorpus(data).flatMap((item) =>
    item.source === source ? [row(item.text, { adult: item.label === "sexual" })] : []
  )
})

const examined = (engine: ReturnType<typeof makeEngine>) =>
  Effect.map(engine.health, (version) => ({ version, interview: makeInterview(engine) }))

/**
 * Measures the way the engine is made: for each source that people labelled, the adult check is trained on all others
 * and measured on that one. Names of people, and sets of harmless prompts that no training reads, are measured with the
 * engine as it is.
 */
export const evaluateAcrossSources = Effect.fnUntraced(function* (
  data: DataFolder,
  settings: EvaluationSettings
) {
  const model = yield* loadModel
  const reports: Array<Report> = []
  for (const [at, [source, leftOut]] of labelled.entries()) {
    yield* Console.error(`training without ${source} (${at + 1} of ${labelled.length}), a few minutes`)
    const adult = buildAdultWeights(data, model, leftOut)
    reports.push(
      yield* evaluate(yield* examined(makeEngine({ ...model, adult })), [labelledSet(data, source)], settings)
    )
  }
  yield* Console.error("measuring names and harmless prompts with the engine as it is")
  const asItIs = yield* evaluate(
    yield* examined(makeEngine(model)),
    [peopleSet(data), ...benignSets(data)],
    settings
  )
  const report: Report = { ...asItIs, sets: [...reports.flatMap(({ sets }) => sets), ...asItIs.sets] }
  return report
})
