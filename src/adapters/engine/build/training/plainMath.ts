/** e^x by arithmetic alone: `Math.exp` may differ in its last digit from one machine to the next. */
const exp = (x: number): number => {
  if (x < -700) return 0
  const bounded = Math.min(x, 700)
  const halvings = 10
  const small = bounded / 2 ** halvings
  let power = 1
  for (let term = 12; term > 0; term--) power = 1 + (small / term) * power
  for (let at = 0; at < halvings; at++) power *= power
  return power
}

export const sigmoid = (logit: number): number =>
  logit < 0 ? exp(logit) / (1 + exp(logit)) : 1 / (1 + exp(-logit))

/** Numbers from 0 (included) to 1 (not): the same sequence for the same seed on every machine (mulberry32). */
export const makeRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A shuffled copy of the numbers from 0 to `count` - 1. */
export const shuffled = (count: number, random: () => number): Uint32Array => {
  const order = Uint32Array.from({ length: count }, (_, at) => at)
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = kept
  }
  return order
}
