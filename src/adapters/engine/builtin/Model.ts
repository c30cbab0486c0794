import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import type { AdultWeights } from "./adultWeights.ts"
import type { BloomFilter } from "./BloomFilter.ts"
import { makeNumberReader, writeNumber } from "./leb128.ts"
import type { NumberReader } from "./leb128.ts"
import { slipWords } from "./nameSlips.ts"
import type { NameSlips } from "./nameSlips.ts"
import { checkIn, hashOf, keyIn, makeNearTerms } from "./nearTerms.ts"
import type { NearTerms } from "./nearTerms.ts"
import { addNode, makeEmptyTrie } from "./PhraseTrie.ts"
import type { PhraseNode, PhraseTrie } from "./PhraseTrie.ts"
import { decodeWeights, encodeWeights } from "./weightsFile.ts"
import { makeWordMemory } from "./WordMemory.ts"
import type { WordMemory } from "./WordMemory.ts"

/**
 * The compiled artefact `model.bin`. A *number* has as many bytes as it needs (`leb128.ts`); all others are little-endian:
 *
 *     bytes 0-3   "PSEN"
 *     u32         format version
 *     rest        the following, compressed with Brotli
 *
 *     for each trie: lexicon, expressions, youth, people, works, given names, words of names
 *       number    of its nodes
 *       each node, ascending by key
 *         number  its key, less that of the node before it
 *         u8      its check
 *         number  twice the label of the phrase that ends here, 0 for none; 1 more if a longer phrase goes on from here
 *     number      of hashes of terms with a slip (`nearTerms.ts`)
 *     each hash, ascending
 *       number    its key, less that of the hash before it
 *       number    its check
 *     131,072     the words of names, whole and shortened, a Bloom filter (`nameSlips.ts`)
 *     32,768      the ordinary words near to one of them, another
 *     rest        the trained weights (`weightsFile.ts`)
 *
 * Each node stands for one more word of a phrase. Its key and check are the hashes of the phrase up to that word
 * (`phraseHash.ts`). Labels are codes of `labels.ts`, for works with the franchise above them. No phrase is in the
 * artefact in clear text.
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

/** The decoded artefact, with caches that are filled while prompts are scored. */
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
const formatVersion = 8
const headerBytes = 8

const byKey = (left: PhraseNode, right: PhraseNode) => left.key - right.key || left.check - right.check

const writeNodes = (bytes: Array<number>, nodes: ReadonlyArray<PhraseNode>): void => {
  writeNumber(bytes, nodes.length)
  let before = 0
  for (const { check, goesOn, key, label } of nodes.toSorted(byKey)) {
    writeNumber(bytes, key - before)
    bytes.push(check)
    writeNumber(bytes, 2 * label + (goesOn ? 1 : 0))
    before = key
  }
}

const writeHashes = (bytes: Array<number>, hashes: ReadonlyArray<number>): void => {
  writeNumber(bytes, hashes.length)
  let before = 0
  for (const hash of hashes) {
    writeNumber(bytes, keyIn(hash) - before)
    writeNumber(bytes, checkIn(hash))
    before = keyIn(hash)
  }
}

/** The bytes of an artefact. The same nodes give the same bytes, in whatever order they come. */
export const encodeModel = (
  nodes: ModelNodes,
  near: ReadonlyArray<number>,
  nameSlips: NameSlips,
  adult: AdultWeights
): Uint8Array => {
  const phrases: Array<number> = []
  for (const name of trieNames) writeNodes(phrases, nodes[name])
  writeHashes(phrases, near)
  const filterWords = [...nameSlips.near, ...nameSlips.ordinary]
  const filters = new DataView(new ArrayBuffer(4 * filterWords.length))
  for (const [at, word] of filterWords.entries()) filters.setInt32(4 * at, word, true)
  const header = new DataView(new ArrayBuffer(headerBytes))
  for (let at = 0; at < magic.length; at++) header.setUint8(at, magic.charCodeAt(at))
  header.setUint32(4, formatVersion, true)
  const contents = [Uint8Array.from(phrases), new Uint8Array(filters.buffer), encodeWeights(adult)]
  return Buffer.concat([new Uint8Array(header.buffer), brotliCompressSync(Buffer.concat(contents))])
}

const decompress = (bytes: Uint8Array): Uint8Array => {
  try {
    return brotliDecompressSync(bytes)
  } catch (cause) {
    throw new RangeError("The engine's artefact is damaged: build it again.", { cause })
  }
}

const readTrie = ({ next, nextByte }: NumberReader): PhraseTrie => {
  const count = next()
  const trie = makeEmptyTrie(count)
  let key = 0
  for (let read = 0; read < count; read++) {
    key += next()
    const check = nextByte()
    const mark = next()
    addNode(trie, { key, check, label: mark >>> 1, goesOn: mark % 2 === 1 })
  }
  return trie
}

const readHashes = ({ next }: NumberReader): ReadonlyArray<number> => {
  let key = 0
  return Array.from({ length: next() }, () => {
    key += next()
    return hashOf(key, next())
  })
}

/** Reads an artefact. Throws a RangeError if the bytes are not one: the service must not start with such a file. */
export const decodeModel = (artefact: Uint8Array, version: string): Model => {
  const header = new DataView(artefact.buffer, artefact.byteOffset, artefact.byteLength)
  const isOurs = [...magic].every((letter, at) => header.getUint8(at) === letter.charCodeAt(0))
  if (!isOurs || header.getUint32(4, true) !== formatVersion) {
    throw new RangeError("The engine's artefact has another format: build it again.")
  }
  const bytes = decompress(artefact.subarray(headerBytes))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = makeNumberReader(bytes, 0)
  const nextTrie = () => readTrie(reader)
  // The properties of an object literal are evaluated in the order in which they are written: that of the file.
  const phrases = {
    lexicon: nextTrie(),
    expressions: nextTrie(),
    youth: nextTrie(),
    people: nextTrie(),
    works: nextTrie(),
    givenNames: nextTrie(),
    nameWords: nextTrie(),
    near: makeNearTerms(readHashes(reader))
  }
  let offset = reader.offset()
  const nextFilter = (length: number): BloomFilter => {
    const start = offset
    offset = start + 4 * length
    return Int32Array.from({ length }, (_, at) => view.getInt32(start + 4 * at, true))
  }
  return {
    version,
    ...phrases,
    nameSlips: { near: nextFilter(slipWords.near), ordinary: nextFilter(slipWords.ordinary) },
    adult: decodeWeights(bytes.subarray(offset)),
    farWords: makeWordMemory(),
    namelessWords: makeWordMemory(),
    unmeantWords: makeWordMemory()
  }
}
