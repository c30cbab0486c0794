import type { Span } from "../../normalisation/normalise.ts"

/** "Ü18" as German writes "over 18", behind a sign or a word that denies nothing. */
const overSign = /(?:[,.;:!?(|\n]|\b(?:alle|frau|frauen|mann|männer|nur|party)) *ü-?$/iu

/** Longer than the sign and any of the words before it. */
const longestLead = 12

/**
 * Whether an age is the 18 of "Ü18", which means over 18. Normalisation makes the same of it as of "U18", so that only
 * the original tells them apart. In "noch nicht Ü18" a minor is meant.
 */
export const isOverSign = (original: string, { end, start }: Span): boolean => {
  if (original.slice(start, end) !== "18") return false
  const from = Math.max(0, start - longestLead)
  // The start of a prompt is as good as a sign.
  const lead = (from === 0 ? "," : "") + original.slice(from, start)
  return overSign.test(lead.normalize("NFC"))
}
