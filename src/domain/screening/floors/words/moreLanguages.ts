import { counted } from "./numberWords.ts"
import type { NumberWord } from "./numberWords.ts"

/**
 * Languages of which the floors know only the plainest words: Arabic, Swedish, Danish, Norwegian, Finnish, Czech, Slovak,
 * Hungarian, Romanian, Greek, Hebrew, Hindi, Vietnamese, Indonesian and Ukrainian; and ages in digits in Serbian, Croatian,
 * Bulgarian, Persian, Bengali, Tamil and Tagalog.
 */

/** People whose age may follow without a verb. */
export const youngPeople =
  "فتاة بنت صبي طفلة طفل فتيات بنات طالبة تلميذة flicka flickan pojke tjej pige pigen dreng jente jenta gutt tyttö poika dívka dívky holka chlapec lány fiú " +
  "fată băiat κορίτσι αγόρι נערה ילדה ילד लड़की लड़का gadis siswi дівчина дівчинка хлопчик " +
  "devojka devojčica djevojka djevojčica девојка девојчица момиче момиченце момче dievča dievčatko دختر پسر মেয়ে মেয়ের பெண்"

export const childWords =
  "طفلة الطفلة طفل الطفل أطفال الأطفال طفلات قاصر قاصرة القاصر القاصرات قاصرات مراهقة المراهقة مراهق مراهقات مراهقين المراهقات تلميذة تلميذات رضيع رضيعة صبي " +
  "tonåring tonåringar tonårsflicka tonårsflickor tonårspojke minderårig minderåriga skolflicka skolflickor skolpojke bebis småflicka småflickor omyndig " +
  "mindreårig mindreårige skolepige skolepiger skoledreng småpiger teenagepige tenåring tenåringer tenåringsjente skolejente skolejenter småjenter " +
  "lapsi lapset lasten alaikäinen alaikäiset alaikäisen teini teinit teinityttö teinitytöt koulutyttö koulutytöt vauva pikkutyttö pikkupoika " +
  "dítě holčička holčičky holčičku nezletilá nezletilé nezletilý nezletilí školačka školačky školák mladistvá mladistvé mladistvý chlapeček děti dětí děcko " +
  "gyerek gyerekek gyermek gyermekek kislány kislányok kisfiú kisfiúk kiskorú kiskorúak tinédzser tinédzserek tinilány csecsemő iskoláslány " +
  "fetiță fetițe fetița copil copii copiii copilă adolescentă băiețel băieței " +
  "παιδί παιδιά παιδιού κοριτσάκι κοριτσάκια αγοράκι ανήλικη ανήλικο ανήλικος ανήλικα ανήλικες έφηβη έφηβος έφηβοι μαθήτρια μαθήτριες μωρό " +
  "ילדה ילדות ילדים קטינה קטינות קטין קטינים נערה נערות תינוק תינוקת תלמידה " +
  "बच्ची बच्चियां बच्चा बच्चे बच्चों नाबालिग किशोरी किशोर bocah bayi remaja siswi siswa " +
  "дитина дитини дитину діти дітей дівчинка дівчинки дівчинку хлопчик хлопчика неповнолітня неповнолітні неповнолітній неповнолітньої школярка " +
  "школярки школярку підліток підлітки підлітка малолітня малолітні " +
  "devojčica devojčice devojčicu djevojčica djevojčice djevojčicu maloletnica maloletnice maloljetnica maloljetnice девојчица девојчице малолетница " +
  "момиченце момиченца непълнолетна непълнолетно непълнолетни dievčatko dievčatká maloletá maloleté کودک کودکان دختربچه শিশু কিশোরী சிறுமி குழந்தை"

export const childExpressions = [
  ..."بنت صغيرة, فتاة صغيرة, بنات صغار, فتيات صغيرات, ولد صغير, طالبة ابتدائية, طالبة ثانوية, تحت السن القانوني, دون السن القانونية".split(
    ", "
  ),
  ..."liten flicka, små flickor, liten pojke, lille pige, små piger, lille dreng, liten jente, små jenter, liten gutt".split(
    ", "
  ),
  ..."pieni tyttö, pieni poika, malá holka, malé holky, malá dívka, malé dítě, kis lány, tini lány, általános iskolás".split(
    ", "
  ),
  ..."bé gái, bé trai, trẻ em, trẻ con, trẻ vị thành niên, tuổi vị thành niên, vị thành niên, cô bé, học sinh cấp, nữ sinh lớp".split(
    ", "
  ),
  ..."anak kecil, anak perempuan, anak laki laki, anak gadis, anak telanjang, anak anak, anak sd, anak smp, anak sma, bawah umur, gadis kecil".split(
    ", "
  ),
  ..."маленька дівчинка, мала дівчинка".split(", ")
]

/** Plain words for sex and nakedness. */
export const explicitWords =
  "عارية عاري عاريات العارية عري إباحي إباحية إباحيات جنسي naken nakna naket nøgen nøgne nakne alaston alastomat alastoman nahé nahý meztelen " +
  "meztelenül meztelenek dezbrăcată dezbrăcat dezbrăcați goală γυμνή γυμνό γυμνός γυμνά γυμνές עירומה עירום ערומה ערום פורנו telanjang bugil " +
  "नग्न नंगी голий голою оголена оголені оголений"

/** Words for nakedness that elsewhere are a place, a goal, "near" or "empty", together with the people they describe. */
export const explicitExpressions = [
  ..."fată goală, fete goale, femeie goală, femei goale, fetiță goală, fetițe goale, elevă goală, copilă goală, complet goală, corp gol, copil gol, copii goi, băiat gol".split(
    ", "
  ),
  ..."nahá dívka, nahá holka, nahá školačka, nahá nezletilá, nahé dítě, nahé děti".split(", "),
  ..."гола дівчина, гола дівчинка, гола школярка, гола неповнолітня, гола дитина, голі діти, голі дівчата".split(
    ", "
  )
]

/** Follow a number in digits, and are said only of people and animals. */
export const ageEndings =
  "årig åriga årigt årige åring åringar åringen vuotias vuotiaan vuotiaat letá letý leté letou éves évesek éveset χρονη χρονο χρονος χρονών ετών tuổi річна річний річної " +
  "godišnja godišnji godišnje godišnju годишња годишњи годишна годишно годишен ročná ročné ročný ساله taong বছরের வயது वर्षीय"

const adjectives = (stems: string, endings: string, from = 3): ReadonlyArray<NumberWord> =>
  counted(stems, from).flatMap(([stem, value]) =>
    endings.split(" ").map((ending) => [stem + ending, value] as const)
  )

/** Ages in one word: "femtonårig", "patnáctiletá", "п'ятнадцятирічна". An apostrophe separates words. */
export const ageWords: ReadonlyArray<NumberWord> = [
  // Swedish, Danish and Norwegian
  ...adjectives(
    "tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo",
    "årig åriga årigt åring åringar åringen"
  ),
  ...adjectives(
    "tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve",
    "årig årige årigt åring åringer"
  ),
  // Finnish
  ...adjectives(
    "kolmi neli viisi kuusi seitsemän kahdeksan yhdeksän kymmen yksitoista kaksitoista kolmetoista neljätoista viisitoista kuusitoista " +
      "seitsemäntoista kahdeksantoista yhdeksäntoista kaksikymmen",
    "vuotias vuotiaan vuotiaat vuotiasta"
  ),
  // Czech and Slovak
  ...adjectives(
    "tří čtyř pěti šesti sedmi osmi devíti deseti jedenácti dvanácti třinácti čtrnácti patnácti šestnácti sedmnácti osmnácti devatenácti",
    "letá letý leté letou letého letých"
  ),
  ...adjectives(
    "troj štvor päť šesť sedem osem deväť desať jedenásť dvanásť trinásť štrnásť pätnásť šestnásť sedemnásť osemnásť devätnásť",
    "ročná ročný ročné ročnú"
  ),
  // Ukrainian
  ...adjectives(
    "три чотири яти шести семи восьми яти десяти одинадцяти дванадцяти тринадцяти чотирнадцяти ятнадцяти шістнадцяти сімнадцяти вісімнадцяти",
    "річна річний річної річну річні"
  ),
  // Bulgarian, Serbian and Croatian
  ...adjectives(
    "три четири пет шест седем осем девет десет единадесет дванадесет тринадесет четиринадесет петнадесет шестнадесет седемнадесет осемнадесет",
    "годишна годишно годишен годишни"
  ),
  ...adjectives(
    "tro četvoro peto šesto sedmo osmo deveto deseto jedanaesto dvanaesto trinaesto četrnaesto petnaesto šesnaesto sedamnaesto osamnaesto",
    "godišnja godišnje godišnji godišnju godišnjakinja"
  ),
  // Greek
  ...adjectives(
    "τρι τετρα πεντα εξα εφτα οκτα εννια δεκα εντεκα δωδεκα δεκατρι δεκατετρα δεκαπεντα δεκαεξα δεκαεφτα δεκαοκτα",
    "χρονη χρονο χρονος χρονης χρονα"
  )
]

/** Follow a number in digits, and mean a duration as often as an age. */
export const years =
  "سنة سنوات عام عاما أعوام साल वर्ष let tahun ani років роки година године години godina godine godini rokov سال"

/** Come before a number. */
export const ageCues = "عمرها عمره العمر בת בן גיל उम्र umur usia berusia berumur วัย بعمر vârstă בנות בני"
