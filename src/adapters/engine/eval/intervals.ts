import { makeRandom } from "../build/training/plainMath.ts"
import { measure, sortRows } from "./measures.ts"
import type { MeasureName, Measures, ScoredRow } from "./measures.ts"
import type { Estimate, Measured } from "./Report.ts"

const seed = 1
const tail = 0.025

const resampled = (size: number, random: () => number): Uint16Array => {
  const times = new Uint16Array(size)
  for (let drawn = 0; drawn < size; drawn++) {
    const at = Math.floor(random() * size)
    times[at] = (times[at] ?? 0) + 1
  }
  return times
}

const quantile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(part * (sorted.length - 1))))] ?? NaN

const estimateOf = (
  name: MeasureName,
  whole: Measures,
  samples: ReadonlyArray<Measures>
): Estimate | null => {
  const value = whole[name]
  if (value === null) return null
  const values = samples.flatMap((sample) => sample[name] ?? []).toSorted((one, other) => one - other)
  if (values.length === 0) return { value, low: value, high: value }
  return { value, low: quantile(values, tail), high: quantile(values, 1 - tail) }
}

/**
 * The measures of scored rows with their bootstrap intervals. `samples` are drawn with replacement; 0 for no intervals.
 */
export const estimate = (scored: ReadonlyArray<ScoredRow>, samples: number): typeof Measured.Type => {
  const rows = sortRows(scored)
  const random = makeRandom(seed)
  const whole = measure(rows, new Uint16Array(rows.length).fill(1))
  const drawn = Array.from({ length: samples }, () => measure(rows, resampled(rows.length, random)))
  const own = (name: MeasureName) => estimateOf(name, whole, drawn)
  return {
    averagePrecision: own("averagePrecision"),
    rocAuc: own("rocAuc"),
    recallAtReview: own("recallAtReview"),
    falsePositivesAtReview: own("falsePositivesAtReview"),
    recallAtAct: own("recallAtAct"),
    falsePositivesAtAct: own("falsePositivesAtAct"),
    recallAtOnePercent: own("recallAtOnePercent"),
    calibrationError: own("calibrationError")
  }
}
