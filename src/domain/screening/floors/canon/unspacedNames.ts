import { normalise } from "../../normalisation/normalise.ts"
import type { Span } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import type { Match } from "../tokens.ts"
import { Role } from "../words/Role.ts"
import { findUnspaced, unspacedWordsOf } from "../words/unspaced.ts"
import { unspacedCasts } from "./unspacedCasts.ts"

const unitsOf = (text: string): ReadonlyArray<number> =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

/** What may be between the parts of a name, and may as well be missing: "アーニャ・フォージャー", "하츠네 미쿠". */
const separators = new Set(unitsOf(" ・=·•.-"))

const names = unspacedCasts.flatMap(([, written]) =>
  written.split(", ").map((name) => unitsOf(normalise(name).text).filter((unit) => !separators.has(unit)))
)

/** A tree of the names by their UTF-16 units. */
interface Names {
  readonly next: Map<number, Names>
  isName: boolean
}

const emptyNames = (): Names => ({ next: new Map(), isName: false })

const allNames = emptyNames()
for (const name of names) {
  let node = allNames
  for (const unit of name) {
    const next = node.next.get(unit) ?? emptyNames()
    node.next.set(unit, next)
    node = next
  }
  node.isName = true
}

/** The end of the longest name that starts at `start`; -1 if there is none. */
const endOfName = (text: string, start: number): number => {
  let found = -1
  let node = allNames.next.get(text.charCodeAt(start))
  for (let at = start + 1; node !== undefined; at++) {
    if (node.isName) found = at
    while (separators.has(text.charCodeAt(at))) at++
    node = node.next.get(text.charCodeAt(at))
  }
  return found
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
    const end = endOfName(text, start)
    if (end === -1) continue
    while ((tokens[first]?.end ?? end) <= start) first++
    let last = first
    while ((tokens[last]?.end ?? end) < end) last++
    found.push({ first, last, start, end })
    start = end - 1
  }
  return found
}
