const cycled = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Different words that nobody knows, so that each is looked up in vain. */
const unknownWords = (length: number): string => {
  const letters = "etaoinshrdlu"
  const words: Array<string> = []
  for (let at = 0, size = 0; size < length; at++) {
    const word = Array.from({ length: 7 }, (_, place) =>
      letters.charAt((at * 7919 + place * 104_729 * (at + 1)) % 12)
    )
    words.push(word.join(""))
    size += 8
  }
  return words.join(" ").slice(0, length)
}

/** Words of these characters that never repeat, so that nothing which was read before helps. */
const randomWords =
  (characters: string, longestWord: number) =>
  (length: number): string => {
    let state = 1
    const next = (bound: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return (state >>> 8) % bound
    }
    let text = ""
    while (text.length < length) {
      for (let left = 2 + next(longestWord - 1); left > 0; left--)
        text += characters.charAt(next(characters.length))
      text += " "
    }
    return text.slice(0, length)
  }

/** The characters from one to another, both included. */
const range = (first: number, last: number) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** Texts made to cost as much as they can, each by its length in UTF-16 units. */
export const hostileShapes: Readonly<Record<string, (length: number) => string>> = {
  "one long word": (length) => cycled("a", length),
  "unknown words": unknownWords,
  "terms without end": (length) => cycled("nude ", length),
  "spaced letters": (length) => cycled("n u d e ", length),
  masks: (length) => cycled("n*de a*b ", length),
  "digits for letters": (length) => cycled("n4k3d p0rn ", length),
  "open brackets": (length) => cycled("((((((((", length),
  "look-alikes": (length) => cycled("пudе ", length),
  "invisible characters": (length) => cycled("n\u200bu\u200bd\u200be\u200b", length),
  "beginnings of names": (length) => cycled("photo of Emma by the ", length),
  "random digits for letters": randomWords("a4e3i1o0s5t7@$!", 8),
  "random numbers": randomWords("0123456789", 3),
  "random signs": randomWords(range(0x21, 0x7e), 80),
  "random letters in circles": randomWords(range(0x2460, 0x24ff), 80),
  "pictures of children": (length) => `${cycled("👧½", Math.max(0, length - 24))} n1ce booook f1ne a1l wa!l`
}

/** Words and marks that have to be read in every other way that there is. */
const disguised = ' n1ce booook f1ne a1l wa!l toddIer childª l2 1O childd - "a"'

/** Texts of ages, children and marks, as written and with all disguises at the end, or throughout. */
export const floorShapes: Readonly<Record<string, (length: number) => string>> = Object.fromEntries(
  [
    "17 year old ",
    "is 17 ",
    "(17) ",
    "1/2 17 ",
    "17歳 ",
    "5, 13 ",
    "十七歳",
    "girl ",
    "child ",
    "chilᵈ ",
    '"17" ',
    "wa!l toddIer l2 "
  ].flatMap((unit) => [
    [unit.trim(), (length: number) => cycled(unit, length)],
    [`${unit.trim()}, all disguises`, (length: number) => cycled(unit, length - disguised.length) + disguised]
  ])
)
