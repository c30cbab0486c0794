/**
 * A text while it is normalised: each slot has one UTF-16 unit and the span of the original text that it stands for.
 * It is changed in place, because ten thousand hostile characters must not cost more than about a millisecond.
 */
export interface UnitBuffer {
  codes: Uint16Array
  starts: Int32Array
  ends: Int32Array
  /** ASCII code of the letter that the original character looks like, perhaps with `convincingBit`; 0 for none */
  looks: Uint8Array
  /** whether any unit looks like another letter */
  disguised: boolean
  length: number
}

/** Marks a unit that the next `compact` removes. The spelling step leaves no NUL in the text. */
export const droppedCode = 0

export const spaceCode = 0x20

const makeUnitBuffer = (capacity: number): UnitBuffer => ({
  codes: new Uint16Array(capacity),
  starts: new Int32Array(capacity),
  ends: new Int32Array(capacity),
  looks: new Uint8Array(capacity),
  disguised: false,
  length: 0
})

/** The longest text, in units, that uses the shared buffer. Longer ones get a buffer of their own. */
const keptCapacity = 16_384

const kept = makeUnitBuffer(keptCapacity)

/**
 * An empty buffer. Short texts share one, because allocating four arrays costs more than reading most prompts. The
 * caller must copy its content out (`viewOf`) before any other code can borrow it.
 */
export const borrowUnitBuffer = (capacity: number): UnitBuffer => {
  if (capacity > keptCapacity) return makeUnitBuffer(capacity)
  kept.length = 0
  kept.disguised = false
  return kept
}

const grow = (buffer: UnitBuffer): void => {
  const larger = makeUnitBuffer(buffer.codes.length * 2 + 16)
  larger.codes.set(buffer.codes)
  larger.starts.set(buffer.starts)
  larger.ends.set(buffer.ends)
  larger.looks.set(buffer.looks)
  buffer.codes = larger.codes
  buffer.starts = larger.starts
  buffer.ends = larger.ends
  buffer.looks = larger.looks
}

export const push = (buffer: UnitBuffer, code: number, start: number, end: number, look: number): void => {
  if (buffer.length === buffer.codes.length) grow(buffer)
  const at = buffer.length
  buffer.codes[at] = code
  buffer.starts[at] = start
  buffer.ends[at] = end
  buffer.looks[at] = look
  if (look !== 0) buffer.disguised = true
  buffer.length = at + 1
}

/** The unit at a position; 0 outside the text. */
export const codeAt = (buffer: UnitBuffer, at: number): number =>
  at >= 0 && at < buffer.length ? (buffer.codes[at] ?? 0) : 0

/** Replaces the units from `from` up to `to`, which is excluded, with spaces. */
export const blank = (buffer: UnitBuffer, from: number, to: number): void => {
  buffer.codes.fill(spaceCode, from, to)
}

export const copyUnit = (buffer: UnitBuffer, from: number, to: number): void => {
  buffer.codes[to] = buffer.codes[from] ?? 0
  buffer.starts[to] = buffer.starts[from] ?? 0
  buffer.ends[to] = buffer.ends[from] ?? 0
  buffer.looks[to] = buffer.looks[from] ?? 0
}

/** Removes dropped units, reduces every run of spaces to one, and trims both ends. */
export const compact = (buffer: UnitBuffer): void => {
  let kept = 0
  let spaceBefore = true
  for (let at = 0; at < buffer.length; at++) {
    const code = buffer.codes[at]
    if (code === droppedCode || (code === spaceCode && spaceBefore)) continue
    spaceBefore = code === spaceCode
    if (kept !== at) copyUnit(buffer, at, kept)
    kept++
  }
  buffer.length = kept > 0 && spaceBefore ? kept - 1 : kept
}

/**
 * Arguments of one `fromCharCode` call, whose number JavaScript engines limit. It is enough for a text of 10,000
 * characters, because a string concatenated from several parts is slower to read.
 */
const chunkLength = 12_288

const textOf = (buffer: UnitBuffer): string => {
  let text = ""
  for (let from = 0; from < buffer.length; from += chunkLength) {
    const to = from + chunkLength < buffer.length ? from + chunkLength : buffer.length
    text += Reflect.apply(String.fromCharCode, undefined, buffer.codes.subarray(from, to))
  }
  return text
}

/**
 * A text in plain spelling. Offsets are in UTF-16 units; a span includes `start` but not `end`. Both lists may be
 * longer than the text.
 */
export interface NormalisedText {
  readonly text: string
  /** original offset at which each unit of `text` starts; never decreasing */
  readonly starts: Int32Array
  /** original offset at which each unit of `text` ends; never decreasing, always past its start */
  readonly ends: Int32Array
}

export const viewOf = (buffer: UnitBuffer): NormalisedText => ({
  text: textOf(buffer),
  starts: buffer.starts.slice(0, buffer.length),
  ends: buffer.ends.slice(0, buffer.length)
})

/** A buffer, which may be the shared one, with the text and the offsets of a view. */
export const bufferOf = ({ ends, starts, text }: NormalisedText): UnitBuffer => {
  const buffer = borrowUnitBuffer(text.length)
  for (let at = 0; at < text.length; at++) {
    buffer.codes[at] = text.charCodeAt(at)
    buffer.starts[at] = starts[at] ?? 0
    buffer.ends[at] = ends[at] ?? 0
  }
  buffer.length = text.length
  return buffer
}
