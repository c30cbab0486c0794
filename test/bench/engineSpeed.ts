import { readFileSync, writeFileSync } from "node:fs"
import { exit } from "node:process"
import { parseArgs } from "node:util"
import { decodeModel } from "../../src/adapters/engine/builtin/Model.ts"
import { scorePrompt } from "../../src/adapters/engine/builtin/scorePrompt.ts"
import { checkIds } from "../../src/domain/policy/CheckId.ts"
import { applyFloors } from "../../src/domain/screening/floors/applyFloors.ts"
import { hostileShapes, floorShapes } from "./hostileShapes.ts"
import { plot } from "./speedPlot.ts"

const help = `
npm run bench:engine [-- --plot docs/engine-speed.svg]

How long the built-in engine takes: to load, for a prompt of 165 characters, and for fifteen hostile shapes of text up to
40,000 characters. Then how long the floors take for texts of ages, children and disguises. It takes some fifteen seconds.

  --plot file   where to write the time against the length of the hostile shapes, an SVG
  --help        this text
`

const { values: options } = parseArgs({
  options: { plot: { type: "string" }, help: { type: "boolean", default: false } }
})
if (options.help) {
  console.log(help.trim())
  exit()
}

const began = performance.now()
const model = decodeModel(
  readFileSync(new URL("../../src/adapters/engine/builtin/model.bin", import.meta.url)),
  "bench"
)
const loaded = performance.now() - began

const score = (prompt: string) => scorePrompt(model, { prompt, negativePrompt: null, checks: checkIds })

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

/** The views of the text read last are remembered, so another one is read before. */
const timed = (prompt: string, read: (prompt: string) => unknown = score): number => {
  read("")
  const start = performance.now()
  read(prompt)
  return performance.now() - start
}

/** The same where no word was ever read before, as an attacker would have it. */
const timedAnew = (prompt: string): number => {
  for (const memory of [model.farWords, model.namelessWords, model.unmeantWords]) memory.fill(0)
  return timed(prompt)
}

const prompt =
  "a portrait of an old fisherman with a weathered face, sitting in a small wooden boat at dawn, soft golden light over " +
  "a calm sea, detailed oil painting, warm colours."

for (let warm = 0; warm < 5000; warm++) score(prompt)
const short = median(Array.from({ length: 20_000 }, () => timed(prompt)))
console.log(`loading: ${loaded.toFixed(1)} ms`)
console.log(`${prompt.length} characters: median ${(short * 1000).toFixed(1)} µs`)

const lengths = Array.from({ length: 16 }, (_, at) => (at + 1) * 2500)
const repeats = 15

const curves = Object.entries(hostileShapes).map(([name, make]) => {
  for (let warm = 0; warm < 20; warm++) score(make(5000))
  const points = lengths.map((length) => {
    const text = make(length)
    return [length, median(Array.from({ length: repeats }, () => timedAnew(text)))] as const
  })
  const at = (length: number) => points.find(([own]) => own === length)?.[1] ?? NaN
  console.log(
    `${name}: ${at(10_000).toFixed(2)} ms for 10,000 characters, ${at(40_000).toFixed(2)} ms for 40,000`
  )
  return { name, points }
})

const readFloors = (prompt: string) => applyFloors({ prompt, negativePrompt: null }, true)

for (const [name, make] of Object.entries(floorShapes)) {
  const text = make(10_000)
  for (let warm = 0; warm < 20; warm++) timed(text, readFloors)
  const time = median(Array.from({ length: repeats }, () => timed(text, readFloors)))
  console.log(`floors, "${name}": ${time.toFixed(2)} ms for 10,000 characters`)
}

if (options.plot !== undefined) {
  writeFileSync(options.plot, plot(curves, "Built-in engine: time against length, fifteen hostile shapes"))
}
