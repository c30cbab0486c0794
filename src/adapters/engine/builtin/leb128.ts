/**
 * Whole numbers in as few bytes as each needs (LEB128): seven bits a byte, the lowest first. The upper bit of a byte says
 * that more follow.
 */
export const writeNumber = (bytes: Array<number>, value: number): void => {
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
}

/** Reads numbers one after the other. Past the end it throws a RangeError. */
export interface NumberReader {
  readonly next: () => number
  readonly nextByte: () => number
  /** Where the next number begins. */
  readonly offset: () => number
}

export const makeNumberReader = (bytes: Uint8Array, from: number): NumberReader => {
  let offset = from
  const nextByte = () => {
    const byte = bytes[offset++]
    if (byte === undefined) throw new RangeError("The bytes end within a number.")
    return byte
  }
  const next = () => {
    let value = 0
    for (let worth = 1; ; worth *= 0x80) {
      const byte = nextByte()
      value += (byte & 0x7f) * worth
      if (byte < 0x80) return value
    }
  }
  return { next, nextByte, offset: () => offset }
}
