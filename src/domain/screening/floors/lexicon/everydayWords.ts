/**
 * Everyday words that are spelled like an explicit word of another language once normalisation has removed their marks:
 * Danish "nogen" (somebody) and "nøgen" (naked), German "nahe" (near) and Czech "nahé" (naked). As written, they differ.
 */
const everyday: ReadonlySet<string> = new Set(
  // Danish; German; Vietnamese "more", "half" and "chopping board"; Turkish "often", "tight" and "passage"; Slovak
  // "upper"; Latvian "grey"
  "nogen nahe nähe nữa nửa nứa thớt sık sıkı geçiş horný pelēks".split(" ")
)

/** Whether a word, as written, is an everyday word that only looks like an explicit one after normalisation. */
export const isEverydayWord = (written: string): boolean =>
  everyday.has(written.normalize("NFC").toLowerCase())
