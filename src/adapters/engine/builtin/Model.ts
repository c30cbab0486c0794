import type { AdultWeights } from "./adultWeights.ts"
import type { BloomFilter } from "./BloomFilter.ts"
import { slipWords } from "./nameSlips.ts"
import type { NameSlips } from "./nameSlips.ts"
import { checkIn, hashOf, keyIn, makeNearTerms } from "./nearTerms.ts"
import type { NearTerms } from "./nearTerms.ts"
import { goesOnBit, makePhraseTrie } from "./PhraseTrie.ts"
import type { PhraseNode, PhraseTrie } from "./PhraseTrie.ts"
import { decodeWeights, encodeWeights } from "./weightsFile.ts"
import { makeWordMemory } from "./WordMemory.ts"
import type { WordMemory } from "./WordMemory.ts"

/**
 * The compiled artefact `model.bin`, all numbers little-endian:
 *
 *     bytes 0-3   "PSEN"
 *     u32         format version
 *     u32 × 7     number of nodes of each trie: lexicon, expressions, youth, people, works, given names, words of names
 *     per trie    keys u32 × n (ascending), checks u16 × n, marks u16 × n
 *     u32         number of hashes of terms with a slip (`nearTerms.ts`)
 *     u32 × n     their keys, ascending
 *     u16 × n     their checks
 *     131,072     the words of names, whole and shortened, a Bloom filter (`nameSlips.ts`)
 *     32,768      the ordinary words near to one of them, another
 *     rest        the trained weights (`weightsFile.ts`)
 *
 * Each node stands for one more word of a phrase. Its key and check are the hashes of the phrase up to that word
 * (`phraseHash.ts`). Bit 15 of its mark says that a longer phrase goes on from here. Bits 0-14 are the label of a phrase
 * that ends here: a code of `labels.ts`, for works with the franchise above it. No phrase is in the artefact in clear
 * text.
 */
export const trieNames = [
  "lexicon",
  "expressions",
  "youth",
  "people",
  "works",
  "givenNames",
  "nameWords"
] as const

export type TrieName = (typeof trieNames)[number]

export type ModelNodes = Readonly<Record<TrieName, ReadonlyArray<PhraseNode>>>

export interface Model extends Readonly<Record<TrieName, PhraseTrie>> {
  /** See `engineVersion.ts`. */
  readonly version: string
  readonly near: NearTerms
  readonly nameSlips: NameSlips
  readonly adult: AdultWeights
  /** Words that are known to be near to no explicit or suggestive one. */
  readonly farWords: WordMemory
  /** Words that are known to stand for no word of a name. */
  readonly namelessWords: WordMemory
  /**
   * Words that the filters take for near to one of a name, and that turn out not to be when their letters are tried.
   */
  readonly unmeantWords: WordMemory
}

const magic = "PSEN"
const formatVersion = 6
const headerBytes = 8 + 4 * trieNames.length
const nodeBytes = 8
const nearBytes = 6

const byKey = (left: PhraseNode, right: PhraseNode) => left.key - right.key || left.check - right.check

/** The bytes of an artefact. The same nodes give the same bytes, in whatever order they come. */
export const encodeModel = (
  nodes: ModelNodes,
  near: ReadonlyArray<number>,
  nameSlips: NameSlips,
  adult: AdultWeights
): Uint8Array => {
  const total = trieNames.reduce((sum, name) => sum + nodes[name].length, 0)
  const weights = encodeWeights(adult)
  const afterTries = 4 + nearBytes * near.length + 4 * (slipWords.near + slipWords.ordinary)
  const bytes = new Uint8Array(headerBytes + nodeBytes * total + afterTries + weights.length)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < magic.length; at++) view.setUint8(at, magic.charCodeAt(at))
  view.setUint32(4, formatVersion, true)
  let offset = headerBytes
  for (const [index, name] of trieNames.entries()) {
    const sorted = nodes[name].toSorted(byKey)
    view.setUint32(8 + 4 * index, sorted.length, true)
    const checks = offset + 4 * sorted.length
    const marks = checks + 2 * sorted.length
    for (const [at, { check, goesOn, key, label }] of sorted.entries()) {
      view.setUint32(offset + 4 * at, key, true)
      view.setUint16(checks + 2 * at, check, true)
      view.setUint16(marks + 2 * at, label | (goesOn ? goesOnBit : 0), true)
    }
    offset += nodeBytes * sorted.length
  }
  view.setUint32(offset, near.length, true)
  const nearChecks = offset + 4 + 4 * near.length
  for (const [at, hash] of near.entries()) {
    view.setUint32(offset + 4 + 4 * at, keyIn(hash), true)
    view.setUint16(nearChecks + 2 * at, checkIn(hash), true)
  }
  const filters = offset + 4 + nearBytes * near.length
  for (const [at, word] of [...nameSlips.near, ...nameSlips.ordinary].entries()) {
    view.setInt32(filters + 4 * at, word, true)
  }
  bytes.set(weights, offset + afterTries)
  return bytes
}

const readTrie = (view: DataView, offset: number, count: number): PhraseTrie => {
  const checks = offset + 4 * count
  const marks = checks + 2 * count
  return makePhraseTrie(
    Array.from({ length: count }, (_, at) => {
      const mark = view.getUint16(marks + 2 * at, true)
      return {
        key: view.getUint32(offset + 4 * at, true),
        check: view.getUint16(checks + 2 * at, true),
        label: mark & ~goesOnBit,
        goesOn: (mark & goesOnBit) !== 0
      }
    })
  )
}

/** Reads an artefact. Throws a RangeError if the bytes are not one: the service must not start with such a file. */
export const decodeModel = (bytes: Uint8Array, version: string): Model => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isOurs = [...magic].every((letter, at) => view.getUint8(at) === letter.charCodeAt(0))
  if (!isOurs || view.getUint32(4, true) !== formatVersion) {
    throw new RangeError("The engine's artefact has another format: build it again.")
  }
  let offset = headerBytes
  const next = (name: TrieName): PhraseTrie => {
    const count = view.getUint32(8 + 4 * trieNames.indexOf(name), true)
    const trie = readTrie(view, offset, count)
    offset += nodeBytes * count
    return trie
  }
  const nextNear = (): NearTerms => {
    const count = view.getUint32(offset, true)
    const start = offset + 4
    const checks = start + 4 * count
    offset = start + nearBytes * count
    return makeNearTerms(
      Array.from({ length: count }, (_, at) =>
        hashOf(view.getUint32(start + 4 * at, true), view.getUint16(checks + 2 * at, true))
      )
    )
  }
  const nextFilter = (length: number): BloomFilter => {
    const start = offset
    offset = start + 4 * length
    return Int32Array.from({ length }, (_, at) => view.getInt32(start + 4 * at, true))
  }
  // The properties of an object literal are evaluated in the order in which they are written: that of the file.
  return {
    version,
    lexicon: next("lexicon"),
    expressions: next("expressions"),
    youth: next("youth"),
    people: next("people"),
    works: next("works"),
    givenNames: next("givenNames"),
    nameWords: next("nameWords"),
    near: nextNear(),
    nameSlips: { near: nextFilter(slipWords.near), ordinary: nextFilter(slipWords.ordinary) },
    adult: decodeWeights(bytes.subarray(offset)),
    farWords: makeWordMemory(),
    namelessWords: makeWordMemory(),
    unmeantWords: makeWordMemory()
  }
}
