import { checkOf, extendHigh, extendLow } from "./phraseHash.ts"
import { makePhraseTrie, matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch, PhraseNode } from "./PhraseTrie.ts"
import { makeTokens, readTokens } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

/** What a word beside a name says about it, as bits. */
export const cue = {
  by: 1,
  of: 2,
  style: 4,
  creation: 8,
  depiction: 16,
  role: 32,
  character: 64,
  work: 128,
  and: 256,
  article: 512,
  passive: 1024,
  place: 2048,
  source: 4096,
  afterPlace: 8192
} as const

const words: ReadonlyArray<readonly [bits: number, words: string]> = [
  [cue.by, "by von par por da"],
  // "Foto von" and "foto da" are both the picture of somebody and somebody's picture.
  [cue.of, "of du del di von da"],
  [cue.style, "style styled styles manner aesthetic inspired esque vibe vibes stil estilo stile"],
  [
    cue.creation,
    "painted illustrated drawn directed designed photographed inspired created sketched rendered sculpted written composed"
  ],
  [
    cue.depiction,
    "photo photos photograph photographs photography photorealistic photorealism realistic portrait portraits picture " +
      "pictures image images selfie deepfake deepfakes headshot closeup mugshot paparazzi candid likeness face statue " +
      "lookalike foto fotos retrato ritratto bild bilder portrat fotografia imagem nude naked topless"
  ],
  [
    cue.role,
    "president presidents senator congressman congresswoman representative governor chancellor minister secretary mayor"
  ],
  [cue.character, "cosplay cosplaying cosplayer cosplayed fanart"],
  [cue.work, "movie film universe franchise series anime manga game videogame cartoon comic comics logo"],
  [cue.source, "from"],
  [cue.and, "and with x feat und et y e"],
  [
    cue.place,
    "street road avenue way boulevard airport stadium museum library strasse bridge memorial monument highway hospital"
  ],
  [
    cue.afterPlace,
    "in at on by with and or near from is are was to into onto for as over under during where while after before " +
      "beside behind above below seen viewed sign signs exit station terminal building traffic"
  ],
  [cue.article, "the a an"],
  [
    cue.passive,
    "worn held driven ridden eaten thrown taken followed surrounded standing sitting lying walking kneeling leaning " +
      "waiting posing dancing concert speech rally performance visit"
  ]
]

const makeNodes = (): ReadonlyArray<PhraseNode> => {
  const bits = new Map<string, number>()
  for (const [bit, list] of words) {
    for (const word of list.split(" ")) bits.set(word, (bits.get(word) ?? 0) | bit)
  }
  const tokens = makeTokens(1)
  return Array.from(bits, ([word, label]) => {
    readTokens(word, tokens)
    return {
      key: extendLow(0, tokens.low[0] ?? 0),
      check: checkOf(extendHigh(0, tokens.high[0] ?? 0)),
      label,
      goesOn: false
    }
  })
}

const cues = makePhraseTrie(makeNodes())
const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

/** The bits of the word at a place, 0 if there is none. */
export const cueAt = (tokens: Tokens, at: number): number => {
  if (at < 0 || at >= tokens.count) return 0
  return matchAt(cues, tokens, at, match) ? match.label : 0
}

/** Whether the text has a word with one of these bits. */
export const hasCue = (tokens: Tokens, bits: number): boolean => {
  for (let at = 0; at < tokens.count; at++) if ((cueAt(tokens, at) & bits) !== 0) return true
  return false
}

/** Whether a comma or the like stands before a word. In "Thor, film grain" the film is not that of Thor. */
export const isParted = (text: string, { ends, starts }: Tokens, at: number): boolean =>
  /[,;.!?|]/.test(text.slice(ends[at - 1] ?? 0, starts[at] ?? 0))

const endsInEd = (text: string, tokens: Tokens, at: number): boolean =>
  at >= 0 && text.endsWith("ed", tokens.ends[at] ?? 0)

/**
 * "Held by", "standing by" and "Foto von" bring in a person; "by", "painted by" and "inspired by" bring in an author.
 */
const isAuthorship = (text: string, tokens: Tokens, by: number): boolean => {
  const before = cueAt(tokens, by - 1)
  if ((cueAt(tokens, by) & cue.of) !== 0 && (before & cue.depiction) !== 0) return false
  if ((before & cue.creation) !== 0) return true
  return (before & cue.passive) === 0 && !endsInEd(text, tokens, by - 1)
}

/** Whether the name from `start` to `end` is there for its style: "by …", "in the style of …", "… style". */
const isStyleContext = (text: string, tokens: Tokens, start: number, end: number): boolean => {
  if ((cueAt(tokens, end) & cue.style) !== 0 && !isParted(text, tokens, end)) return true
  const before = (cueAt(tokens, start - 1) & cue.article) !== 0 ? start - 2 : start - 1
  const near = cueAt(tokens, before)
  if ((near & cue.by) !== 0) return isAuthorship(text, tokens, before)
  return (near & cue.of) !== 0 && (cueAt(tokens, before - 1) & cue.style) !== 0
}

/** Whether a name continues a list of names that began in a style context: "by … and …", "by …, …". */
const continuesList = (tokens: Tokens, listEnd: number, start: number): boolean =>
  start === listEnd || (start === listEnd + 1 && (cueAt(tokens, listEnd) & cue.and) !== 0)

/**
 * Whether the name from `start` to `end` is there for its style, by itself or as one of a list of such names.
 * `listEnd` is where the last of them ended, -1 if there was none.
 */
export const isStyleReference = (
  text: string,
  tokens: Tokens,
  { end, listEnd, start }: { readonly start: number; readonly end: number; readonly listEnd: number }
): boolean => isStyleContext(text, tokens, start, end) || continuesList(tokens, listEnd, start)
