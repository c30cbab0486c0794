import type { Said, SaidToken } from "./modelWire.ts"

/** The probability of a yes for each question; what is not named has 0.02. */
export type Beliefs = Readonly<Record<string, number>>

const unbelieved = 0.02

const beliefIn = (beliefs: Beliefs, id: string) => beliefs[id] ?? unbelieved

/** The mass is spread over the forms of a word, and some goes to words that are no answer. */
const spread = (yes: number, before: string): SaidToken["alternatives"] => [
  [`${before}Y`, yes * 0.6],
  [`${before}Yes`, yes * 0.2],
  [`${before} y`, yes * 0.05],
  [`${before}N`, (1 - yes) * 0.6],
  [`${before}No`, (1 - yes) * 0.2],
  [`${before} n`, (1 - yes) * 0.05],
  [`${before}Maybe`, 0.1],
  ["```", 0.05]
]

const letter = (yes: number) => (yes >= 0.5 ? "Y" : "N")

const said = (tokens: ReadonlyArray<SaidToken>): Said => ({
  content: tokens.map(({ text }) => text).join(""),
  tokens,
  finish: "stop"
})

const certain = (text: string): SaidToken => ({ text, alternatives: [[text, 0.999]] })

const answer = (yes: number, before: string): SaidToken => ({
  text: `${before}${letter(yes)}`,
  alternatives: spread(yes, before)
})

/** `m1=N m2=N`: in some vocabularies the sign and the letter are one token. */
export const sayLine = (ids: ReadonlyArray<string>, beliefs: Beliefs, joined = false): Said =>
  said(
    ids.flatMap((id, index) => {
      const name = [certain(index === 0 ? id.slice(0, 1) : ` ${id.slice(0, 1)}`), certain(id.slice(1))]
      const yes = beliefIn(beliefs, id)
      return joined ? [...name, answer(yes, "=")] : [...name, certain("="), answer(yes, "")]
    })
  )

/** `{"m1": "N", …}`, over several lines as models like it. */
export const sayLetters = (ids: ReadonlyArray<string>, beliefs: Beliefs): Said =>
  said([
    certain("{\n"),
    ...ids.flatMap((id, index) => [
      certain('  "'),
      certain(id),
      certain('":'),
      answer(beliefIn(beliefs, id), ' "'),
      certain(index === ids.length - 1 ? '"\n' : '",\n')
    ]),
    certain("}")
  ])

const wordFor = (yes: number) => {
  if (yes < 0.1) return "no"
  if (yes < 0.3) return "unlikely"
  if (yes < 0.6) return "possible"
  return yes < 0.85 ? "likely" : "yes"
}

/** `{"m1": "unlikely", …}` */
export const sayWords = (ids: ReadonlyArray<string>, beliefs: Beliefs): Said =>
  said([certain(JSON.stringify(Object.fromEntries(ids.map((id) => [id, wordFor(beliefIn(beliefs, id))]))))])

/** Words that stand for themselves. */
export const sayText = (...words: ReadonlyArray<string>): Said => said(words.map(certain))

/** What a guard model says: its word first, in the spelling given, then the rest. */
export const sayVerdict = (
  [positive, negative]: readonly [string, string],
  probability: number,
  rest = ""
): Said =>
  said([
    {
      text: probability >= 0.5 ? positive : negative,
      alternatives: [
        [positive, probability * 0.9],
        [positive.trimStart().toLowerCase(), probability * 0.1],
        [negative, (1 - probability) * 0.9],
        [negative.trimStart().toLowerCase(), (1 - probability) * 0.1]
      ]
    },
    ...(rest === "" ? [] : [certain(rest)])
  ])
