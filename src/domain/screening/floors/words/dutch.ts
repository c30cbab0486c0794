import { counted, tens } from "./numberWords.ts"
import type { NumberWord } from "./numberWords.ts"

/** Words for adults and, as `youngPeople`, for people whose age may follow without a verb: "meisje, 14". */
export const people = "vrouw vrouwen mannen leerling leerlinge student studente"
export const youngPeople =
  "meisje meisjes meid meiden jongen jongens dochter zoon zusje broertje kleindochter kleinzoon tiener tieners scholier scholiere"

export const pronouns = "ze zij hij"

export const childWords =
  "schoolmeisje schoolmeisjes schooljongen schooljongens tiener tieners tienermeisje tienermeisjes puber pubers scholier scholiere " +
  "scholieren brugklasser brugklassers basisschoolleerling basisschoolleerlingen kindje kindjes kinderen " +
  "jongetje jongetjes tienerjongen tienerjongens pubermeisje pubermeisjes basisschoolmeisje basisschoolmeisjes basisschoolkind " +
  "basisschoolkinderen dochtertje dochtertjes jochie jochies prepuber " +
  "kleuter kleuters peuter peuters minderjarig minderjarige minderjarigen"

export const childExpressions = ["klein meisje", "kleine meisjes", "kleine jongen", "kleine jongens"]

export const explicitWords = "naakt naakte bloot blote seks seksueel seksuele naaktfoto naaktfotos pornofilm"

const teens = counted(
  "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien",
  2
)
const decades = tens("twintig dertig veertig vijftig zestig zeventig tachtig negentig", 20)

export const numbers: ReadonlyArray<NumberWord> = [...teens, ...decades]

/** Follow a number in digits or in words. */
export const ageEndings = ["jarig", "jarige", "jarigen"]

/** "veertienjarige" */
export const ageWords: ReadonlyArray<NumberWord> = numbers.flatMap(([word, value]) =>
  ageEndings.map((ending) => [word + ending, value] as const)
)
