const otherKind = 0
const spaceKind = 1
const signKind = 2
const wordKind = 3

/** Kinds of units: printable ASCII except markup and backticks, which normalisation changes. */
const kinds = new Uint8Array(0x10000)
for (const sign of "!\"#$%&'*+,-./;=?@^|~") kinds[sign.charCodeAt(0)] = signKind
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  kinds[letter.charCodeAt(0)] = wordKind
kinds[0x20] = spaceKind

/**
 * How many words of one letter or digit there are in a row, after a word of `length` units. A length of 0 is no word
 * and changes nothing.
 */
const singlesAfter = (length: number, singles: number): number => {
  if (length === 0) return singles
  return length === 1 ? singles + 1 : 0
}

/**
 * Whether normalisation changes only the capitals of a text: plain ASCII with single spaces, no `BREAK`, and no two
 * single letters or digits beside each other, which might spell a word. Most prompts are like that.
 */
export const isOrdinary = (text: string): boolean => {
  let before = spaceKind
  let length = 0
  let singles = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kinds[text.charCodeAt(at)] ?? otherKind
    if (kind === wordKind) length++
    else {
      if (kind === otherKind || (kind === spaceKind && before === spaceKind)) return false
      singles = singlesAfter(length, singles)
      if (singles > 1) return false
      length = 0
    }
    before = kind
  }
  return before !== spaceKind && singlesAfter(length, singles) < 2 && !text.includes("BREAK")
}
