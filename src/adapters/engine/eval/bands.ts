import type { Band } from "../cascade/Band.ts"

const lows = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3]
const highs = [0.8, 0.9, 1]

/** The lines of a cascade that an evaluation tries, including the configured ones. */
export const bandsOf = (configured: Band): ReadonlyArray<Band> => {
  const tried = lows.flatMap((low) => highs.map((high) => ({ low, high })))
  return tried.some(({ high, low }) => high === configured.high && low === configured.low)
    ? tried
    : [configured, ...tried]
}
