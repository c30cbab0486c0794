const adultAge = "(?:1[89]|[2-9][0-9])"

/** Each reads on in a line: no part can match the same text in two ways. */
const statements: ReadonlyArray<RegExp> = [
  new RegExp(`\\b${adultAge}[ -]?(?:yo|y/o|yrs?|years?)[ -]?old\\b`),
  new RegExp(`\\b${adultAge}[ -]?(?:yo|y/o)\\b`),
  new RegExp(`\\bage[ds]?:? ${adultAge}\\b`),
  /\b(?:adult|grown) (?:wom[ae]n|m[ae]n|females?|males?|couple|people|person)\b/,
  /\bconsenting adults\b/,
  /\b(?:are|is) (?:all )?(?:an )?(?:adults?|over 18|above 18)\b/,
  /\b18 (?:or|and) (?:over|older)\b/
]

/** Whether a normalised text states that the person is 18 or older. */
export const claimsAdult = (text: string): boolean => statements.some((statement) => statement.test(text))
