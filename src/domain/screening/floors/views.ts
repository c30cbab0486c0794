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

const distinctOf = (views: ReadonlyArray<NormalisedText>): ReadonlyArray<NormalisedText> =>
  Array.from(new Set(views))

/** Roles of words whose meaning depends on what follows them. */
const dependentRoles =
  numberRoles | Role.ordinal | Role.ageWord | Role.gradeStart | Role.child | Role.childPrefix

/** Whether a text has words whose meaning depends on the marks around them. */
const dependsOnMarks = ({ roles }: Reading): boolean => (roles & dependentRoles) !== 0

/**
 * The text as it is spelled; with its disguised words read and without emphasis; and with its phrases separated, too.
 * There are never more views than these three, because each costs as much as the first.
 */
export const viewsOf = (original: string): ReadonlyArray<ReadView> => {
  const plain = normalise(original)
  const read = undisguised(plain, original)
  const spellings = distinctOf([plain, read]).map(readView)
  if (!spellings.some(({ reading }) => dependsOnMarks(reading))) return spellings
  const bare = withMarks(read, original, emphasis)
  const separated = withMarks(bare, original, separators)
  return distinctOf([plain, bare, separated]).map(
    (view) => spellings.find((spelling) => spelling.view === view) ?? readView(view)
  )
}

/** The views of a negative prompt, a list in which marks do not matter. */
export const viewsOfNegative = (original: string): ReadonlyArray<ReadView> => {
  const plain = normalise(original)
  return distinctOf([plain, undisguised(plain, original)]).map(readView)
}
