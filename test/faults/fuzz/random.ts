/** Numbers that one seed settles, so that a failure can be made to happen again. */
export interface Random {
  /** 0 included, 1 not. */
  readonly number: () => number
  /** 0 to `count - 1`. */
  readonly below: (count: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <A>(values: readonly [A, ...ReadonlyArray<A>]) => A
  /** Undefined of an empty list. */
  readonly some: <A>(values: ReadonlyArray<A>) => A | undefined
}

/** FNV-1a, so that neighbouring seeds have nothing in common. */
const hash = (text: string): number => {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return state >>> 0
}

/** Mulberry32. */
export const makeRandom = (seed: string): Random => {
  let state = hash(seed)
  const number = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(number() * count)
  return {
    number,
    below,
    chance: (share) => number() < share,
    pick: (values) => values[below(values.length)] ?? values[0],
    some: (values) => values[below(values.length)]
  }
}
