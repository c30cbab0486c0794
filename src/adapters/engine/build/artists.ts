import type { OrdinaryText } from "./ordinaryText.ts"
import { countTexts } from "./phrases.ts"

/** A name is an artist's if at least this share of its uses follows "by". */
const artistShare = 0.4

/** The names that image prompts use for a style: most of their uses there follow "by". */
export const artistsAmong = (names: ReadonlySet<string>, ordinary: OrdinaryText): ReadonlySet<string> => {
  const all = countTexts(names, ordinary.artPrompts)
  const credited = countTexts(
    Array.from(names, (name) => `by ${name}`),
    ordinary.artPrompts
  )
  return new Set(
    Array.from(names).filter((name) => {
      const uses = credited.get(`by ${name}`) ?? 0
      return uses > 1 && uses / ((all.get(name) ?? 0) + uses) >= artistShare
    })
  )
}
