import { adultAge } from "./age/StatedAge.ts"
import { isDoubted, isExcepted, isNobody, isPostponed } from "./doubt.ts"
import { isNegation } from "./negation.ts"
import type { Reading } from "./Reading.ts"
import { follows, Gap, hasRole, spellingOf, tightGaps, valueAt, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"
import * as wordLists from "./words/wordLists.ts"

/** Words after "adult" that make it describe a work and not a person: "adult content". */
const works = normalisedWords(
  "content contents theme themes themed material materials film films movie movies video videos rated rating only site website " +
    "art artwork fanart anime comic comics manga cartoon cartoons scene scenes style styled face hands pose clothes clothing store shop game games " +
    "story stories fiction book books novel diaper diapers joke jokes industry toy toys humor humour language swim entertainment model platform magazine coloring"
)

/** Whether a word describes a work because of the word after it: "adult films", "18+ content". */
export const isOfWork = (tokens: Tokens, next: number): boolean =>
  follows(tokens, next, tightGaps | Gap.ampersand) && works.has(wordAt(tokens, next))

/** Whether a word such as "adult" is about a person. */
export const isAdultPerson = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.adult) && !isOfWork(tokens, at + 1)

const all = normalisedWords("all every everyone everybody both each")

/** How many words before "adults" are searched for "all" or a person. */
const longestStatement = 8

/** Whether an expression such as "of legal age", "legal age" or "of age" (but not "years of age") starts here. */
const ofLegalAge = (tokens: Tokens, at: number): boolean => {
  const word = wordAt(tokens, at)
  if ((word !== "legal" && word !== "of") || wordAt(tokens, at + 1) !== "age") return false
  return word === "legal" || !hasRole(tokens, at - 1, Role.year | Role.shortTime)
}

const authors = normalisedWords(wordLists.authors)

/** Words that make somebody else of whoever is said to be adult: "everyone else", "all viewers", "their mother". */
const outsiders = normalisedWords(
  "else others other rest viewer viewers reader readers user users audience visitor visitors customer customers mother father mom dad " +
    "parent parents husband boyfriend uncle aunt teacher photographer"
)

export const isOutsider = (tokens: Tokens, at: number): boolean => outsiders.has(wordAt(tokens, at))

const owners = normalisedWords(wordLists.owners)

/** Words between "is" and "adult": "she is a fully grown adult", "they are both consenting adults". */
const leads = normalisedWords(
  "a an the of now already fully clearly obviously definitely certainly indeed actually really very young legal consenting mature grown " +
    "full responsible sane real also still just only"
)

/** Where the words before "adult" start that only lead up to it. */
const leadTo = (tokens: Tokens, at: number): number => {
  let before = at - 1
  while (leads.has(wordAt(tokens, before)) && follows(tokens, before + 1, tightGaps | Gap.comma)) before--
  return before
}

const parts = normalisedWords("one half most two")

/** "One of them is an adult" */
const isOfSome = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at - 1) === "of" && parts.has(wordAt(tokens, at - 2))

/** Whether "all", or a person of the picture, is the subject of a verb. */
const hasShownSubject = (tokens: Tokens, verb: number): boolean => {
  for (let at = verb - 1; at >= verb - longestStatement; at--) {
    if (follows(tokens, at + 1, Gap.stop | Gap.sentence) || isOutsider(tokens, at)) return false
    if (all.has(wordAt(tokens, at))) return true
    if (hasRole(tokens, at, Role.person | Role.pronoun))
      return !authors.has(wordAt(tokens, at)) && !owners.has(wordAt(tokens, at - 1)) && !isOfSome(tokens, at)
  }
  return false
}

/** Whether "all", or a person with a verb such as "she is", leads up to a word. */
const isSaidOfPeople = (tokens: Tokens, at: number): boolean => {
  const before = leadTo(tokens, at)
  if (all.has(wordAt(tokens, before))) return true
  return hasRole(tokens, before, Role.being) && hasShownSubject(tokens, before)
}

const goesOnRoles = Role.person | Role.stop | Role.connector | Role.negation | Role.being

/** Whether a word such as "adult" is said of somebody, and not of what follows: "an adult bed". */
const isPredicate = (tokens: Tokens, next: number): boolean =>
  !follows(tokens, next, Gap.space) || hasRole(tokens, next, goesOnRoles) || wordAt(tokens, next) === "like"

/** Whether adulthood is stated here: "everyone is an adult", "all characters are adults", "she is an adult woman". */
const isAdultStatement = (tokens: Tokens, at: number): boolean =>
  ((isAdultPerson(tokens, at) && isPredicate(tokens, at + 1)) || ofLegalAge(tokens, at)) &&
  !isDoubted(tokens, at) &&
  !isExcepted(tokens, at) &&
  isSaidOfPeople(tokens, at)

/** Words of the law, so that their denial states adulthood. "Not a child" may be a teenager. */
const minority = normalisedWords("minor minors underage underaged")

/** Whether a denial ends at a token: "not", "isn't", "nobody is", "no one is". */
const isDenial = (tokens: Tokens, at: number): boolean =>
  isNegation(tokens, at) ||
  (hasRole(tokens, at, Role.being) && (isNobody(tokens, at - 1) || isNobody(tokens, at - 2)))

/** Whether minority is denied here: "not a minor", "she isn't underage", "no one is a minor"; not "not a minor detail". */
export const isMinorityDenied = (tokens: Tokens, at: number): boolean => {
  // Each of them is a word for a child, and the flag is tested faster than the spelling.
  if (!hasRole(tokens, at, Role.child) || !minority.has(wordAt(tokens, at))) return false
  if (!isPredicate(tokens, at + 1)) return false
  const denial = wordAt(tokens, at - 1) === "a" ? at - 2 : at - 1
  if (!isDenial(tokens, denial) || !follows(tokens, denial + 1, tightGaps)) return false
  return !isPostponed(tokens, denial) && !isExcepted(tokens, at)
}

const statementRoles = Role.adult | Role.ageCue | Role.child

export const holdsAdultStatement = ({ roles, tokens }: Reading): boolean => {
  if ((roles & statementRoles) === 0) return false
  for (let at = 0; at < tokens.length; at++) {
    if (isAdultStatement(tokens, at) || isMinorityDenied(tokens, at)) return true
  }
  return false
}

/** Words that a negative prompt lists to make people look young. */
const adulthood = normalisedWords(
  "adult adults mature matured old older elderly grown grownup grownups aged milf milfs erwachsen erwachsene erwachsener adulte adultes " +
    "adulto adulta adultos adultas adulti volwassen volwassene взрослая взрослый взрослые взрослых dorosły dorosła dorośli yetişkin " +
    "大人 成人 成年 成熟 熟女 老人 성인 어른"
)

/** Words for things: an "old photo" is not an old person. */
const things = normalisedWords(
  "photo photos photograph photographs picture pictures paper painting style styles film films book books house houses building " +
    "buildings anime cartoon cartoons watermark texture textures version versions cgi vhs wood leather toy toys coloring " +
    "car cars camera fashioned school tv video videos timer map clothes furniture content contents theme themes rated material only"
)

const limits = normalisedWords("under below less younger")

/** Words that turn "aged" into a word for youth: "under-aged", "teen-aged". */
const ofYouth = normalisedWords("under teen school")

/** Whether "aged" states less than adulthood: "aged 12" and "aged under 18" do, "aged 40" and "aged" alone do not. */
const isAgedLessThanAdult = (tokens: Tokens, at: number): boolean => {
  if (wordAt(tokens, at) !== "aged" || !follows(tokens, at + 1, tightGaps | Gap.colon | Gap.other))
    return false
  const value = valueAt(tokens, at + 1)
  return limits.has(wordAt(tokens, at + 1)) || (value >= 0 && value < adultAge)
}

/** Whether a negative prompt lists adulthood as something to leave out. */
export const listsAdulthood = (tokens: Tokens): boolean =>
  tokens.some(
    (token, at) =>
      adulthood.has(spellingOf(token)) &&
      !(follows(tokens, at + 1, tightGaps) && things.has(wordAt(tokens, at + 1))) &&
      !hasRole(tokens, at - 1, Role.year) &&
      !(follows(tokens, at, tightGaps) && ofYouth.has(wordAt(tokens, at - 1))) &&
      !isAgedLessThanAdult(tokens, at)
  )
