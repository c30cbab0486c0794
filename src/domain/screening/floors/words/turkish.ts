export const people = "kadın erkek"
export const youngPeople = "kız kızın kızı kızlar öğrenci öğrencisi öğrencinin"

export const things = "ev viski şarap araba köpek kedi ağaç bina"

export const childWords =
  "çocuk çocuklar çocuğu çocuğun çocukla çocuklarla çocukların bebek bebekler bebeğin liseli liseliler ergen ergenler ilkokullu ortaokullu"

export const childExpressions = [
  "küçük kız",
  "küçük kızlar",
  "küçük çocuk",
  "küçük oğlan",
  "erkek çocuk",
  "küçük yaşta",
  "yaşı küçük",
  "yaş altı",
  "yaşından küçük",
  "ilkokul kızı",
  "reşit olmayan",
  "ergen kız",
  "ergen erkek",
  "ergen çocuk",
  "ortaokul öğrencisi",
  "ilkokul öğrencisi",
  "lise öğrencisi"
]

export const explicitWords = "çıplak pornosu seks"

/** Follow a number in digits or in words. */
export const ageEndings = "yaşında yaşındaki yaşlarında yaşlarındaki"
