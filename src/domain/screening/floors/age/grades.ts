import { isAct } from "../acts.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, rolesAt, tightGaps, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isAboutPerson, isNearPerson } from "./aboutPerson.ts"
import { endsPhrase } from "./ageBounds.ts"
import { isNaked } from "./nakedness.ts"
import { statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"
import { isTravelClass } from "./travelClasses.ts"

const lastGrade = 12

/** An ordinal from first to twelfth: "seventh", "7th", "7.", "6ème", "5º", "5ª". */
interface Ordinal {
  readonly first: number
  readonly last: number
}

const endings = normalisedWords(
  "st nd rd th er re e eme ème ième ere ère nde o a ro do to mo vo no ra da ta ma va na º ª го й"
)

const readDigitOrdinal = (tokens: Tokens, at: number): Ordinal => {
  const ending = follows(tokens, at + 1, Gap.glued | Gap.dot) && endings.has(wordAt(tokens, at + 1))
  return { first: at, last: ending ? at + 1 : at }
}

const readOrdinal = (tokens: Tokens, at: number): Ordinal | undefined => {
  const roles = rolesAt(tokens, at)
  const value = valueAt(tokens, at)
  if (value < 1 || value > lastGrade) return undefined
  if ((roles & Role.ordinal) !== 0) return { first: at, last: at }
  return (roles & Role.digits) === 0 ? undefined : readDigitOrdinal(tokens, at)
}

const english = normalisedWords("grade grader graders")
const german = normalisedWords(
  "klasse klassen schuljahr jahrgangsstufe klässler klässlern klässlerin klässlerinnen"
)
const slavic = normalisedWords("класса класс классе klasy")
const spanish = normalisedWords(
  "grado primaria secundaria eso bachillerato básica básico infantil preescolar"
)
const portuguese = normalisedWords("ano série")
const italian = normalisedWords("elementare media superiore liceo")
const small = normalisedWords("de la da do del della")

/** The token that ends a grade after "quinto": "grado", "de primaria", "de la ESO". -1 if none does. */
const lastOfRomanceGrade = (tokens: Tokens, from: number): number => {
  let at = from
  while (at < from + 2 && small.has(wordAt(tokens, at))) at++
  if (spanish.has(wordAt(tokens, at)) || italian.has(wordAt(tokens, at))) return at
  return -1
}

const isWritten = (tokens: Tokens, { first, last }: Ordinal): boolean =>
  last > first || hasRole(tokens, first, Role.ordinal)

/** Words that make "grado" the degree of a burn in Spanish. */
const burns = normalisedWords("quemadura quemaduras")

const isBurn = (tokens: Tokens, grade: number): boolean => {
  const before = wordAt(tokens, grade - 1) === "de" ? grade - 2 : grade - 1
  return burns.has(wordAt(tokens, before))
}

const schoolNear = normalisedWords(
  "ensino fundamental médio escola aluno aluna alunos alunas estudante estudantes colégio"
)
const notSchool = normalisedWords("de do da consecutivo consecutiva seguido seguida mandato")

/** "7º ano", "8ª série", "quinto ano do ensino fundamental"; not "quinto ano de casamento". */
const isPortugueseGrade = (tokens: Tokens, ordinal: Ordinal): boolean => {
  const at = ordinal.last + 1
  if (!portuguese.has(wordAt(tokens, at))) return false
  const around = [ordinal.first - 1, ordinal.first - 2, ordinal.first - 3, at + 1, at + 2, at + 3]
  if (around.some((near) => schoolNear.has(wordAt(tokens, near)))) return true
  if (notSchool.has(wordAt(tokens, at + 1))) return false
  return hasRole(tokens, ordinal.first, Role.digits) || isNearPerson(tokens, { ...ordinal, last: at })
}

/**
 * "7. Klasse", and "ученица 8 класса" if it directly follows a young person: the Slavic word is also used of ships
 * and risks.
 */
const isGradeWord = (tokens: Tokens, { first }: Ordinal, word: string): boolean =>
  german.has(word) || (slavic.has(word) && hasRole(tokens, first - 1, Role.youngPerson))

/** Things that have grades too: "5th grade steel", "first grade quality leather", "a 5th grade level text". */
const graded = normalisedWords(
  "steel titanium aluminum aluminium alloy leather lumber timber marble beam bolt bolts quality level levels text texts textbook"
)

const isOfGoods = (tokens: Tokens, grade: number): boolean =>
  follows(tokens, grade + 1, Gap.space) && graded.has(wordAt(tokens, grade + 1))

/** The token that ends a grade that starts with an ordinal; -1 if there is none. */
const lastBehindOrdinal = (tokens: Tokens, ordinal: Ordinal): number => {
  const at = ordinal.last + 1
  const word = wordAt(tokens, at)
  if (isGradeWord(tokens, ordinal, word) && follows(tokens, at, tightGaps | Gap.stop | Gap.dot | Gap.other))
    return at
  if (!isWritten(tokens, ordinal) || !follows(tokens, at, tightGaps)) return -1
  if (english.has(word)) return isOfGoods(tokens, at) ? -1 : at
  if (isPortugueseGrade(tokens, ordinal)) return at
  return word === "grado" && isBurn(tokens, ordinal.first) ? -1 : lastOfRomanceGrade(tokens, at)
}

const frenchClass = normalisedWords("classe élève collégien collégienne lycéen lycéenne écolier écolière")
const frenchNot = normalisedWords(
  "position place étage année vitesse siècle ligne arrondissement dimension partie main rang fois"
)
const upperYears = normalisedWords("terminale première seconde")

/** "sixième" to "troisième", the years of the French collège. */
const isCollegeYear = (tokens: Tokens, ordinal: Ordinal): boolean => {
  const value = valueAt(tokens, ordinal.first)
  return isWritten(tokens, ordinal) && value >= 3 && value <= 6
}

/** "en 6ème", "élève de quatrième", "classe de seconde". */
const isFrenchGrade = (tokens: Tokens, ordinal: Ordinal): boolean => {
  const before = wordAt(tokens, ordinal.first - 1)
  const ofClass = before === "de" && frenchClass.has(wordAt(tokens, ordinal.first - 2))
  if (!ofClass && before !== "en") return false
  if (frenchNot.has(wordAt(tokens, ordinal.last + 1))) return false
  return isCollegeYear(tokens, ordinal) || (ofClass && upperYears.has(wordAt(tokens, ordinal.first)))
}

const primary = normalisedWords("cm ce")

/** "CM2", "CE1"; "10 cm2" is an area. */
const isFrenchPrimary = (tokens: Tokens, at: number): boolean => {
  const value = valueAt(tokens, at + 1)
  return (
    primary.has(wordAt(tokens, at)) &&
    follows(tokens, at + 1, Gap.glued) &&
    (value === 1 || value === 2) &&
    !hasRole(tokens, at - 1, Role.digits)
  )
}

const numbered = normalisedWords("grade klasse grado")
const places = normalisedWords("in into attends attending from der die aus en de")

const isGradeNumber = (tokens: Tokens, at: number): boolean => {
  const value = valueAt(tokens, at)
  const alone = follows(tokens, at, Gap.space) && !follows(tokens, at + 1, Gap.glued)
  return alone && hasRole(tokens, at, Role.digits | Role.englishNumber) && value >= 1 && value <= lastGrade
}

const years = normalisedWords("year yr class")
const pupils = normalisedWords(
  "student students pupil pupils schoolgirl schoolgirls schoolboy schoolboys kid kids child children girl boy"
)

/** "girl, grade 7", "girl year 9": at the end of a phrase. */
const isBehindPerson = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at - 1, Role.youngPerson) && follows(tokens, at, Gap.space | Gap.comma)

/** "Grade 8, nude girl": alone before a comma, and a young person next. */
const isAheadOfPerson = (tokens: Tokens, at: number): boolean => {
  const next = at + 2
  const isAlone = !follows(tokens, at, tightGaps) && follows(tokens, next, Gap.comma)
  return isAlone && hasRole(tokens, isNaked(tokens, next) ? next + 1 : next, Role.youngPerson)
}

const isBesidePerson = (tokens: Tokens, at: number): boolean =>
  isBehindPerson(tokens, at) || isAheadOfPerson(tokens, at)

/** In lower years, somebody may also be at a university. */
const leastSchoolYear = 6

/** Whether nothing after a grade makes it one of something else: "year 8 on a bed", "grade 7 nude", not "year 9 of marriage". */
const endsGrade = (tokens: Tokens, last: number): boolean =>
  (endsPhrase(tokens, last) || isNaked(tokens, last + 1) || isAct(tokens, last + 1)) &&
  wordAt(tokens, last + 1) !== "of"

/** "year 9 pupil", "a girl in year 9", "girl, year 9". */
const isYearOfSchool = (tokens: Tokens, at: number): boolean => {
  if (!endsGrade(tokens, at + 1)) return pupils.has(wordAt(tokens, at + 2))
  if (isBesidePerson(tokens, at)) return valueAt(tokens, at + 1) >= leastSchoolYear
  return (
    wordAt(tokens, at - 1) === "in" &&
    follows(tokens, at, Gap.space) &&
    hasRole(tokens, at - 2, Role.youngPerson) &&
    follows(tokens, at - 1, Gap.space)
  )
}

/** "in grade 7", "grade 7 girl", "girl, grade 7", "Klasse 7", "year 9 pupil"; not "grade 8 steel". */
const isNumberedGrade = (tokens: Tokens, at: number): boolean => {
  if (!isGradeNumber(tokens, at + 1)) return false
  if (years.has(wordAt(tokens, at))) return isYearOfSchool(tokens, at)
  const joined = !endsGrade(tokens, at + 1)
  const withPerson = follows(tokens, at + 2, tightGaps) && hasRole(tokens, at + 2, Role.person)
  if (!numbered.has(wordAt(tokens, at))) return false
  return withPerson || places.has(wordAt(tokens, at - 1)) || (!joined && isBesidePerson(tokens, at))
}

const startRoles = Role.digits | Role.ordinal | Role.gradeStart | Role.gradeWord

/** The last token of a grade that starts with a word of its own; -1 if there is none. */
const lastOfNamedGrade = (tokens: Tokens, at: number): number => {
  if (isFrenchPrimary(tokens, at) || isNumberedGrade(tokens, at)) return at + 1
  return upperYears.has(wordAt(tokens, at)) && isFrenchGrade(tokens, { first: at, last: at }) ? at : -1
}

const lastOfOrdinalGrade = (tokens: Tokens, at: number): number => {
  const ordinal = readOrdinal(tokens, at)
  if (ordinal === undefined) return -1
  const last = lastBehindOrdinal(tokens, ordinal)
  if (last !== -1 && isTravelClass(tokens, ordinal.first, last)) return -1
  return last === -1 && isFrenchGrade(tokens, ordinal) ? ordinal.last : last
}

const lastOfGrade = (tokens: Tokens, at: number): number => {
  if (!hasRole(tokens, at, startRoles)) return -1
  if (hasRole(tokens, at, Role.gradeWord)) return at
  const named = hasRole(tokens, at, Role.gradeStart) ? lastOfNamedGrade(tokens, at) : -1
  return named === -1 ? lastOfOrdinalGrade(tokens, at) : named
}

/** School grades up to the twelfth that are stated of people. */
export const findGrades = (reading: Reading): ReadonlyArray<StatedAge> => {
  const { roles, tokens } = reading
  const found: Array<StatedAge> = []
  if ((roles & startRoles) === 0) return found
  for (let at = 0; at < tokens.length; at++) {
    const last = lastOfGrade(tokens, at)
    if (last === -1) continue
    const match = { first: at, last }
    if (isAboutPerson(tokens, match, { adult: false })) found.push(statedAge(reading, match, false))
    at = last
  }
  return found
}
