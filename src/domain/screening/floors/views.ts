import { normalise } from "../normalisation/normalise.ts"
import type { NormalisedText } from "../normalisation/normalise.ts"
import { numberRoles } from "./age/quantities.ts"
import { withoutDoubledLetters } from "./doubledLetters.ts"
import { emphasis, separators, withMarks } from "./marks.ts"
import { readDisguises } from "./readDisguises.ts"
import { readingOf } from "./Reading.ts"
import type { Reading } from "./Reading.ts"
import { Role } from "./words/Role.ts"

/** A view and its words. */
export interface ReadView {
  readonly view: NormalisedText
  readonly reading: Reading
}

const readView = (view: NormalisedText): ReadView => ({ view, reading: readingOf(view) })

/** The text with its disguised words read. */
const undisguised = (plain: NormalisedText, original: string): NormalisedText => {
  const read = readDisguises(plain, original)
  return withoutDoubledLetters(read) ?? read
}

/** The text as it is spelled, and with its disguised words read if it has any: all there is to a list without sentences. */
export const spellingsOf = (original: string): ReadonlyArray<ReadView> => {
  const plain = normalise(original)
  const read = undisguised(plain, original)
  return read === plain ? [readView(plain)] : [readView(plain), readView(read)]
}

/** Roles of words whose meaning depends on what follows them. */
const dependentRoles =
  numberRoles | Role.ordinal | Role.ageWord | Role.gradeStart | Role.child | Role.childPrefix

/** Whether a text has words whose meaning depends on the marks around them. */
const dependsOnMarks = ({ reading }: ReadView): boolean => (reading.roles & dependentRoles) !== 0

/**
 * The text as it is spelled; with its disguised words read and without emphasis; and with its phrases separated, too.
 * There are never more views than these three, because each costs as much as the first.
 */
export const viewsOf = (original: string): ReadonlyArray<ReadView> => {
  const spellings = spellingsOf(original)
  const [plain] = spellings
  const read = spellings.at(-1)
  if (plain === undefined || read === undefined || !spellings.some(dependsOnMarks)) return spellings
  const bare = withMarks(read.view, original, emphasis)
  const separated = withMarks(bare, original, separators)
  if (separated === read.view) return spellings
  const views = bare === read.view ? spellings : [plain, readView(bare)]
  return separated === bare ? views : [...views, readView(separated)]
}
