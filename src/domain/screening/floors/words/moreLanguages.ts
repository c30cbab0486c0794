/**
 * Languages of which the floors know only the plainest words: Arabic, Swedish, Danish, Norwegian, Finnish, Czech,
 * Hungarian, Romanian, Greek, Hebrew, Hindi, Vietnamese, Indonesian and Ukrainian.
 */

/** People whose age may follow without a verb. */
export const youngPeople =
  "فتاة بنت صبي طفلة طفل فتيات بنات طالبة تلميذة flicka flickan pojke tjej pige pigen dreng jente jenta gutt tyttö poika dívka dívky holka chlapec lány fiú " +
  "fată băiat κορίτσι αγόρι נערה ילדה ילד लड़की लड़का gadis siswi дівчина дівчинка хлопчик"

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
  "школярки школярку підліток підлітки підлітка малолітня малолітні"

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
  "årig åriga årigt årige åring åringar åringen vuotias vuotiaan vuotiaat letá letý leté letou éves évesek χρονη χρονο χρονος χρονών ετών tuổi річна річний річної"

/** Follow a number in digits, and mean a duration as often as an age. */
export const years = "سنة سنوات عام عاما أعوام साल वर्ष let tahun ani років роки"

/** Come before a number. */
export const ageCues = "عمرها عمره العمر בת בן גיל उम्र umur usia berusia berumur วัย"
