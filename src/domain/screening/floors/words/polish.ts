import { counted, inflected, tens } from "./numberWords.ts"
import type { NumberWord } from "./numberWords.ts"

export const people = "kobieta kobiety kobietę mężczyzna"
export const youngPeople =
  "dziewczynka dziewczynki dziewczynkę dziewczyna dziewczyny dziewczynę chłopiec chłopca chłopcy chłopak chłopczyk córka syn " +
  "uczennica uczeń nastolatka nastolatek"

export const pronouns = "ona"

export const things = "samochód wino pies kot drzewo budynek"

export const childWords =
  "dziecko dziecka dziecku dzieckiem dzieci dziećmi dzieciach dziewczynka dziewczynki dziewczynkę dziewczynką dziewczynek chłopczyk " +
  "chłopczyka nastolatka nastolatki nastolatkę nastolatek nastolatków nieletnia nieletni nieletnie nieletnich małoletnia małoletni " +
  "niemowlę licealistka licealistki gimnazjalistka gimnazjalistki gimnazjalistkę przedszkolak przedszkolaki niepełnoletnia niepełnoletni " +
  "niepełnoletnie niepełnoletnich małolata małolaty"

export const childExpressions = [
  "uczennica gimnazjum",
  "uczennica podstawówki",
  "uczennice gimnazjum",
  "uczennice podstawówki"
]

/** "Naga" and "nagi" are also names: `explicit.ts` says beside which words they mean naked. */
export const explicitWords = "nagie nagiej nagą nagiego naga nagi rozebrana rozebrany erotyczne seks"

const stems = counted(
  "trzy cztero pięcio sześcio siedmio ośmio dziewięcio dziesięcio jedenasto dwunasto trzynasto czternasto piętnasto szesnasto " +
    "siedemnasto osiemnasto dziewiętnasto",
  3
)

/** Follow a number in digits or in words. */
export const ageEndings = "letnia letni letniej letnie letnią letniego latka latki latkę latką latek".split(
  " "
)

/** "czternastoletnia" */
export const ageWords: ReadonlyArray<NumberWord> = [
  ...stems,
  ...tens("dwudziesto trzydziesto czterdziesto", 20)
].flatMap(([stem, value]) => ageEndings.map((ending) => [stem + ending, value] as const))

export const gradeWords: ReadonlyArray<NumberWord> = inflected(
  "pierwszo drugo trzecio czwarto piąto szósto siódmo ósmo",
  ["klasista", "klasistka", "klasistki"]
)
