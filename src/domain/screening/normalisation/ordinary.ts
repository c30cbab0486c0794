const OTHER = 0
const SPACE = 1
const SIGN = 2
const WORD = 3

/** Printable ASCII without markup and backticks, which normalisation makes something else of. */
const kinds = new Uint8Array(0x10000)
for (const sign of "!\"#$%&'*+,-./;=?@^|~") kinds[sign.charCodeAt(0)] = SIGN
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  kinds[letter.charCodeAt(0)] = WORD
kinds[0x20] = SPACE

/** How many words of one letter or digit stand in a row after a word of some length; no word changes nothing. */
const singlesAfter = (length: number, singles: number): number => {
  if (length === 0) return singles
  return length === 1 ? singles + 1 : 0
}

/**
 * Whether normalisation changes nothing of a text but its capitals: plain ASCII with single spaces, no `BREAK`, and no
 * two single letters or digits beside each other, which may spell a word. Most prompts are such text.
 */
export const isOrdinary = (text: string): boolean => {
  let before = SPACE
  let length = 0
  let singles = 0
  for (let at = 0; at < text.length; at++) {
    const kind = kinds[text.charCodeAt(at)] ?? OTHER
    if (kind === WORD) length++
    else {
      if (kind === OTHER || (kind === SPACE && before === SPACE)) return false
      singles = singlesAfter(length, singles)
      if (singles > 1) return false
      length = 0
    }
    before = kind
  }
  return before !== SPACE && singlesAfter(length, singles) < 2 && !text.includes("BREAK")
}
