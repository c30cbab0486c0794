/**
 * Everyday words that are spelled like an explicit word of another language, or one for a child, once normalisation has
 * removed their marks: Danish "nogen" (somebody) and "nøgen" (naked), Croatian "dečko" (boyfriend) and Czech "děcko"
 * (child). As written, they differ.
 */
const everyday: ReadonlySet<string> = new Set(
  // Danish and German; Vietnamese; Turkish; Slovak, Czech and Slovene; Latvian and Estonian; Ukrainian; Swedish and
  // Norwegian; Afrikaans; Spanish; Hungarian; Lithuanian; Croatian; Romanian; Albanian; Arabic "lioness"; Thai "shirt"
  (
    "nogen nahe nähe bänder bändern möpse nữa nửa nứa nưa nủa thớt thót thọt thốt thợt sık sıkı şık şike geçiş geçit çul küt çıpa horný hůře " +
    "býk šik kuť kůt nudí nudíte rozebraný rozebraná rozebrané suče sučeš pelēks pūta kūts sīks sūce pūte mõõna сіра föda föder " +
    "födas føder hoër ñu kút ásó sík szár čulo dečko dėti mușchi țopa kaminë putë لبؤة เสื้อก"
  ).split(" ")
)

const ascii = /^[ -~]*$/

/** No everyday word is longer, with all its marks as characters of their own. A text may pile up marks by thousands. */
const longest = 40

/**
 * Whether a word, as written, is an everyday word that only looks like another one after normalisation. In Thai it
 * may be the beginning of a word, whose last letter bears the marks of the next syllable.
 */
export const isEverydayWord = (written: string): boolean => {
  if (written.length > longest) return false
  if (ascii.test(written)) return everyday.has(written.toLowerCase())
  return everyday.has(
    written
      .normalize("NFC")
      .toLowerCase()
      .replace(/\p{M}+$/u, "")
  )
}
