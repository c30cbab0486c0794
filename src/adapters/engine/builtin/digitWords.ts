/** The letters that the digits 0 to 9 stand for. A 1 may be an i or an l. */
const readings = ["oizeasgtbg", "olzeasgtbg"]

/** A run of letters and digits. Matching takes linear time. */
const word = /[0-9a-z]+/g
const lengths = { shortest: 3, longest: 16 } as const

const digit = /[0-9]/
const letter = /[a-z]/

const isMixed = (written: string): boolean =>
  written.length >= lengths.shortest &&
  written.length <= lengths.longest &&
  digit.test(written) &&
  letter.test(written)

/** Further words of letters and digits say nothing more. The limit bounds the work on a text made of them. */
const mostWords = 64

/** The text with the digits inside words as letters, up to the last word that is read. */
const spelledOut = (text: string, reading: string): string => {
  let spelled = ""
  let from = 0
  let words = 0
  word.lastIndex = 0
  for (let found = word.exec(text); found !== null && words < mostWords; found = word.exec(text)) {
    const [written] = found
    if (!isMixed(written)) continue
    words++
    spelled += text.slice(from, found.index)
    for (const unit of written) spelled += digit.test(unit) ? reading.charAt(Number(unit)) : unit
    from = word.lastIndex
  }
  return words < mostWords ? spelled + text.slice(from) : spelled
}

/**
 * The text with every digit inside a word read as a letter, in each way that differs; empty if no word has a digit
 * inside. Unlike the view with substitutions, it reads runs of digits too ("45ht0n"), so only terms and names are
 * looked for in it.
 */
export const spellingsOf = (text: string): ReadonlyArray<string> => {
  if (!digit.test(text)) return []
  const [usual = text, other = text] = readings.map((reading) => spelledOut(text, reading))
  if (usual === text) return []
  return usual === other ? [usual] : [usual, other]
}
