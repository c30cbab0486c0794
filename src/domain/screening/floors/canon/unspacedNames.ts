import { normalise } from "../../normalisation/normalise.ts"
import type { Span } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import type { Match } from "../tokens.ts"
import { Role } from "../words/Role.ts"
import { findUnspaced, unspacedWordsOf } from "../words/unspaced.ts"
import { unspacedCasts } from "./unspacedCasts.ts"

/** What may be between the parts of a name, and may as well be missing: "アーニャ・フォージャー", "하츠네 미쿠". */
const separators = new Set(" ・=·•.-")

const withoutSeparators = (name: string): string =>
  Array.from(name)
    .filter((sign) => !separators.has(sign))
    .join("")

const names = unspacedCasts.flatMap(([, written]) =>
  written.split(", ").map((name) => withoutSeparators(normalise(name).text))
)

const namesByStart = new Map<string, ReadonlyArray<string>>()
for (const name of new Set(names)) {
  const start = name.charAt(0)
  namesByStart.set(start, [...(namesByStart.get(start) ?? []), name])
}

/** The end of a name that starts at `start`, past what separates its parts; -1 if another text is there. */
const endOfName = (text: string, start: number, name: string): number => {
  let at = start
  for (const sign of name) {
    while (at > start && separators.has(text.charAt(at))) at++
    if (!text.startsWith(sign, at)) return -1
    at += sign.length
  }
  return at
}

const endOfLongestName = (text: string, start: number): number => {
  const known = namesByStart.get(text.charAt(start))
  return known === undefined ? -1 : Math.max(...known.map((name) => endOfName(text, start, name)))
}

/** Words for an adult; not those for what only adults may see. */
const adults = unspacedWordsOf(
  "大人!向!の玩具!のおもちゃ!のビデオ!気!氣 成人!向!漫!コ!本!サ!动!動!游!遊!内!內!电!電!影!视!視!网!網!小说!小說!マ!ビ!용!_만화!물 " +
    "成年!向 成熟した 長大 长大 성인!용!_만화!물!_웹툰 어른"
)

/** How far from a name an adult version may be stated, in UTF-16 units. */
const reach = 16

/** Before these words, "成年" says the opposite. */
const denial = "未"

/** Whether a text says near a name that an adult version of the character is meant: "大人になった…". */
export const isGrownUnspaced = (text: string, { end, start }: Span): boolean => {
  const near = text.slice(Math.max(0, start - reach), end + reach)
  return findUnspaced(near, adults).some((word) => near.charAt(word.start - 1) !== denial)
}

/** Names of minor characters in scripts without spaces between words. `first` and `last` are the tokens around them. */
export const findUnspacedNames = ({ roles, text, tokens }: Reading): ReadonlyArray<Match & Span> => {
  const found: Array<Match & Span> = []
  if ((roles & Role.unspaced) === 0) return found
  let first = 0
  for (let start = 0; start < text.length; start++) {
    const end = endOfLongestName(text, start)
    if (end === -1) continue
    while ((tokens[first]?.end ?? end) <= start) first++
    let last = first
    while ((tokens[last]?.end ?? end) < end) last++
    found.push({ first, last, start, end })
    start = end - 1
  }
  return found
}
