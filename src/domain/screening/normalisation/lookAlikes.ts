/**
 * Letters of other scripts that pass for Latin ones, as pairs of the letter and the one it looks like. Upper and
 * lower case are listed separately where they look like different letters (Greek eta). Chosen by hand from the
 * letters in the "confusables" data of Unicode UTS #39 and in observed evasion.
 */
const pairs: ReadonlyArray<string> = [
  // Cyrillic
  "аa вb гr еe ёe зe иu йu кk мm нh оo пn рp сc тt уy хx шw щw ьb ъb ѕs іi їi јj љj ћh ђh џu ӏl ԁd ԛq ԝw ԍg үy ұy һh ҽe ѵv ѡw",
  "ҡk қk ҝk ԟk ҟk ңh ҥh ӊh ӈh ҫc ҭt ҳx ҷy ӕa әe ӧo өo ӡe ғf ԑe ԋh ԏt ҩo ѳo ꙅs ꙇi ԃd ҍb",
  "Вb Гr Зe Иn Йn Нh Рp Сc Уy Хx Ьb Ѵv Ԍg Ԁd Ԛq Ԝw Үy Ӏi",
  // Greek
  "αa βb γy εe ζz ηn ιi κk νv μu οo ρp σo τt υu χx ωw ϲc ϳj ϱp ϐb ϑo ϕo ϵe ϰk ϝf ϻm ϸp πn ςs θo φo",
  "Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx Σe Πn Ωo",
  // Armenian
  "աw գq եt զq հh նu ոn սu վu տs ցg ւi օo քp յj ղn ռn ձd պw մu ճd ֆs ըn",
  "Տs Սu Օo Լl Հh Ոn Ցg",
  // Cherokee, upper case forms
  "Ꭰd Ꭱr Ꭲt Ꭹy Ꭺa Ꭻj Ꭼe Ꮃw Ꮇm Ꮋh Ꮍy Ꮐg Ꮒh Ꮓz Ꮚw Ꮟb Ꮢr Ꮤw Ꮥs Ꮩv Ꮪs Ꮮl Ꮯc Ꮲp Ꮶk Ꮷd Ᏻg Ᏼb Ꭵi Ꮁr Ꮎo Ꭴo Ꮏt",
  // Lisu
  "ꓐb ꓑp ꓓd ꓔt ꓖg ꓗk ꓙj ꓚc ꓜz ꓝf ꓟm ꓠn ꓡl ꓢs ꓣr ꓦv ꓧh ꓪw ꓫx ꓬy ꓮa ꓰe ꓲi ꓳo ꓴu",
  // Coptic
  "ⲁa ⲃb ⲉe ⲓi ⲕk ⲙm ⲛn ⲟo ⲣp ⲥc ⲧt ⲩy ⲭx ⲱw ⲏh ⲅr",
  // Georgian
  "ყy სb ძd ეv"
]

const readPairs = (): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  for (const pair of pairs.join(" ").split(" ")) found.set(pair.charCodeAt(0), pair.charCodeAt(1))
  for (const [letter, look] of Array.from(found)) {
    const character = String.fromCharCode(letter)
    for (const other of [character.toLowerCase(), character.toUpperCase()]) {
      const code = other.charCodeAt(0)
      if (other.length === 1 && code > 0x7f && !found.has(code)) found.set(code, look)
    }
  }
  return found
}

/**
 * Letters that pass for Latin ones even in a word made only of such letters. The others (и for u, п for n) give a
 * word away as foreign. They are folded only in words that also have Latin letters, so that real Russian or Greek
 * stays readable.
 */
const convincing = new Set(
  Array.from(
    "аеорсухѕіјһӏԁԛԝүѵАВЕКМНОРСТХУЅІЈҺӀԌԚԜ" +
      "αικνορυχγϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" +
      "օոսհյցՏՍՕՀ" +
      "ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏔᏙᏚᏞᏟᏢᏦᏴᎥ" +
      "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ" +
      "ⲁⲉⲓⲕⲟⲣⲥⲧⲩⲭ"
  )
)

/** Flag, beside the ASCII code, of a look-alike that passes even in a word made only of look-alikes. */
export const convincingBit = 0x80

const looks = new Uint8Array(0x10000)

for (const [code, look] of readPairs()) {
  const character = String.fromCharCode(code)
  const convinces = convincing.has(character) || convincing.has(character.toLowerCase())
  looks[code] = convinces ? look | convincingBit : look
}

/**
 * The ASCII code of the small Latin letter that a letter of another script looks like, with `convincingBit` set if it
 * applies; 0 for none.
 */
export const lookAlike = (codePoint: number): number => looks[codePoint] ?? 0
