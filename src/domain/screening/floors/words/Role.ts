/** What a word can mean to the floors, as flags, because one word can mean several things. */
export const Role = {
  digits: 1 << 0,
  /** number words, grouped by the languages whose words for years may follow */
  englishNumber: 1 << 1,
  /** also Dutch and Russian ones: the words for years of the three languages differ */
  germanNumber: 1 << 2,
  romanceNumber: 1 << 3,
  /** first to twelfth, in any of the languages; in English to twentieth */
  ordinal: 1 << 4,
  year: 1 << 5,
  /** months, weeks and days */
  shortTime: 1 << 6,
  /** "hundred" and larger: the number beside it is no age */
  large: 1 << 7,
  /** "aged", "age", "edad" */
  ageCue: 1 << 8,
  /** may come between a cue or a verb and the number */
  filler: 1 << 9,
  /** "is", "turned", "looks" */
  being: 1 << 10,
  pronoun: 1 << 11,
  person: 1 << 12,
  /** objects, animals, places, goods */
  thing: 1 << 13,
  /** things that are valued for their age: whisky, cheese, trees */
  ageable: 1 << 14,
  /** ends a noun phrase */
  stop: 1 << 15,
  /** between two numbers: "and", "to" */
  connector: 1 << 16,
  child: 1 << 17,
  explicit: 1 << 18,
  adult: 1 << 19,
  character: 1 << 20,
  /** makes a number a quantity: "feet", "minutes" */
  measure: 1 << 21,
  /** "twenties", and years in digits: "2013" */
  calendar: 1 << 22,
  /** words other than numbers and ordinals that a school grade can start with */
  gradeStart: 1 << 23,
  negation: 1 << 24,
  /** a person whose age may follow without a verb: "girl, 12" */
  youngPerson: 1 << 25,
  /** first word of an expression for a child: "little girl" */
  childPrefix: 1 << 26,
  explicitPrefix: 1 << 27,
  /** an age in one word: "zwölfjährige" */
  ageWord: 1 << 28,
  /** a pupil of a grade in one word: "Siebtklässlerin" */
  gradeWord: 1 << 29,
  /** a word of a script without spaces between words: a term may start at any character */
  unspaced: 1 << 30,
  /** may be a term of the hashed lists, or the first word of one */
  term: 1 << 31
} as const
