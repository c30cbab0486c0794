/** Words by what they mean to the floors, written as in a dictionary. They are normalised when they are read. */

export const people =
  "sophomore sophomores scout scouts swimmer skater siblings girl girls boy boys kid kids child children teen teens teenager teenagers preteen preteens tween tweens toddler toddlers " +
  "infant infants baby babies newborn woman women man men lady ladies guy guys gal dude male males female females person " +
  "people student students pupil pupils schoolgirl schoolgirls schoolboy schoolboys daughter daughters son sons sister " +
  "sisters brother brothers niece nephew cousin mother father mom dad wife husband granddaughter grandson stepdaughter " +
  "stepson stepsister stepbrother boyfriend girlfriend model models actress actor princess prince youth youths adolescent " +
  "adolescents minor minors youngster youngsters virgin victim orphan bride cheerleader gymnast dancer ballerina singer " +
  "character characters heroine hero protagonist elf witch fairy mermaid maid nurse waitress babysitter idol streamer friend loner classmate classmates freshman runaway catgirl waifu lass lad twins twin " +
  "self me her him them myself " +
  "mädchen junge jungen jungs kind kinder frau mann frauen männer schülerin schüler tochter sohn schwester bruder teenagerin " +
  "fille filles garçon garçons femme homme enfant enfants fillette élève élèves adolescente ado collégienne collégien " +
  "lycéenne lycéen écolière écolier soeur frère fils " +
  "niña niñas niño niños chica chicas chico chicos muchacha muchacho mujer hombre hija hijo hermana hermano alumna alumno " +
  "estudiante estudiantes joven jovencita jovencito adolescentes " +
  "menina meninas menino meninos garota garotas garoto garotos moça rapaz mulher homem filha filho irmã irmão criança " +
  "crianças aluna alunas aluno alunos estudante jovem " +
  "ragazza ragazze ragazzo ragazzi ragazzina ragazzino bambina bambine bambino bambini donna uomo figlia figlio sorella " +
  "bub buben mädel mädels novinha novinho gymnasiast gymnasiastin rapariga raparigas chamaca chamaco fanciulla fanciullo fratello studentessa studente alunna alunno scolara scolaro"

/** People whose age may follow without a verb: "girl, 12", "boy (9)". */
export const youngPeople =
  "girl girls lass lad maiden orphan boy boys kid kids child children teen teens teenager teenagers preteen preteens tween tweens student students pupil " +
  "pupils schoolgirl schoolgirls schoolboy schoolboys daughter daughters son sons sister sisters brother brothers twins niece " +
  "nephew cousin female male model minor person character singer dancer gymnast youngster stepdaughter stepson stepsister granddaughter grandson princess stepbrother siblings cheerleader cheerleaders classmate classmates ballerina sophomore scout mädchen junge schülerin " +
  "schüler tochter fille garçon fillette niña niño chica chico hija hijo menina menino garota garoto filha ragazza ragazzo " +
  "ragazzina bambina bambino figlia muchacha muchacho jovencita jovencito chamaca chamaco rapariga rapaz fanciulla fanciullo bub buben mädel mädels novinha novinho gymnasiast gymnasiastin"

/**
 * People of any age. A number after them and a comma is an age too ("woman, 15"), but "my 10 year girlfriend" states
 * none.
 */
export const peopleOfAnyAge =
  "youth youths babysitter actress girlfriend boyfriend gf bf sis bro stepsis babe chick blonde blond brunette redhead celeb maid elf fairy mermaid virgin swimmer skater femboy twink tgirl catgirl catboy nun woman man lady guy friend nurse"

export const pronouns =
  "she he they i we who you shes hes im theyre whos youre sie er ich elle il lei lui ella él ela ele yo eu everyone everybody " +
  "anyone someone nobody noone both all"

/** Things that are praised, sold or dated by their age. */
export const ageables =
  "whisky whiskey whiskies scotch bourbon malt malts rum wine wines brandy cognac port tequila sherry vinegar balsamic cheese " +
  "cheddar parmesan gouda ham beef steak spirit liquor tree trees oak oaks pine bonsai maple yew vin vino vinho " +
  "whiskys fromage queijo queso formaggio käse wein baum eiche arbre árbol árvore albero ron grappa rhum calvados armagnac champagne mezcal " +
  "macallan lagavulin glenlivet glenfiddich laphroaig ardbeg balvenie glenmorangie"

export const things =
  "house home building barn cottage castle church temple bridge tower wall ruin ruins fence road street mansion villa hotel " +
  "apartment flat cabin school university college company brand firm startup business store shop restaurant bar museum " +
  "car cars truck van bus bike bicycle motorcycle scooter boat ship yacht plane aircraft jet train tractor vehicle sedan suv " +
  "coupe convertible engine jeep pickup tesla porsche ferrari lamborghini audi nissan mazda honda toyota ford bmw chevrolet camera phone iphone smartphone laptop computer pc macbook console " +
  "ipod ipad nintendo playstation tv television radio tablet software app game website operating system code server video photo photograph picture painting " +
  "drawing portrait film movie song album book manuscript map letter document newspaper magazine recipe tradition festival " +
  "law contract mortgage loan debt bond data study record tape cassette vinyl " +
  "dog dogs puppy puppies cat cats kitten kittens horse mare stallion pony foal cow calf bull goat sheep lamb pig piglet bird " +
  "parrot turtle tortoise elephant lion tiger bear wolf fox rabbit bunny hamster retriever labrador poodle dachshund " +
  "shepherd terrier bulldog husky chihuahua corgi collie spaniel beagle " +
  "rottweiler pitbull doberman dalmatian greyhound pug mutt macaw snake lizard ferret iguana donkey thoroughbred gelding animal animals fish koi shark whale dolphin panda " +
  "monkey chimpanzee gorilla ape crocodile dinosaur fossil duck chicken hen " +
  "plant plants rosebush shrub bush forest garden vine orchard seedling sapling flower cactus " +
  "kimono bathtub sauna swing tent motorbike rifle scarf robe corset blouse skirt chair armchair recliner mattress table sofa couch bed desk lamp carpet rug piano violin guitar watch clock ring necklace coin jacket coat boots shoes " +
  "hoodie sweatshirt cardigan blanket quilt tattoo scar volvo chevy jeans shirt dress sweater bag toy toys teddy jar bottle cask barrel bread cake coffee tea chocolate kimchi sauce " +
  "civilization city town village empire dynasty kingdom planet galaxy rock glacier volcano cave stone statue sculpture " +
  "diamond anniversary reign war conflict marriage relationship friendship feud rivalry career campaign plan warranty guarantee lease term " +
  "sentence period span gap time history math maths textbook homework worksheet curriculum science teacher teachers professor " +
  "haus auto hund katze pferd maison voiture chien chat cheval casa coche carro perro gato caballo cachorro cavalo macchina " +
  "cane gatto cavallo wagen kirche église iglesia igreja chiesa"

/** Words that end a noun phrase. */
export const stops =
  "in on at of with and or but by from to for near under over beside behind wearing sitting standing lying posing holding " +
  "playing running walking who whose that which while when where is are was were has had having looking being as into through " +
  "during after before without against around between smiling laughing nude naked doing taking showing riding drinking eating " +
  "mit und im am auf von bei der die das avec et dans sur qui con en sobre y que com na no em e che nella sul"

export const measures =
  "feet foot ft inch inches cm mm km m meter meters metre metres mile miles yard yards kg kilo kilos pound pounds lb lbs oz stone " +
  "minute minutes min mins hour hours hr hrs h second seconds sec secs percent pct dollars dollar usd euros euro bucks points " +
  "point of times time x k p px mp hp mph kmh fps degrees degree st nd rd th am pm o clock out steps step pieces piece items " +
  "gallons liters litres ml l gb mb tb hz ghz weeks week months month days day years year yr yrs pages page levels level rounds " +
  "games goals cards people person men women girls boys kids children dogs cats or more less fewer into foot's centimeters " +
  "blankets sheets lights lamps spotlights candles bulbs layers moons suns stars watt kilometers kilograms grams g uhr grad mal prozent " +
  "minuten stunden sekunden tage wochen uur uren dagen weken maanden keer graden dekens lampen рублей минут часов раз метров"

export const fillers =
  "of is was are between somewhere anywhere from only around about just approximately approx roughly nearly almost barely exactly at least most max maximum under " +
  "below over above circa ca like say de di von da la el ist sind à um gerade erst seulement environ solo apenas now still yet " +
  "already maybe perhaps probably currently actually really canonically merely literally early late mid her his their the years " +
  "aprox env unos unas ung than younger older both group range bracket net pas slechts nog morgen zwischen tussen entre tra zirka etwa ungefähr только всего уже"

export const beings =
  "is are was were s m re am be been being become becomes became turned turns turning turn looks look looking looked appears appearing seems ist war sind wird wurde wordt werd " +
  "shes hes im theyre whos youre"

export const connectors = "and or to til till until through und oder bis et ou tot"

export const negations =
  "no not none nobody noone never without zero nor isnt arent kein keine keinen sans sin sem senza nicht ohne geen zonder bez без niente"

/** "Her", "my": whose something is. */
export const owners = "her his their my your our"

/** Beside the birthday of somebody, in other languages. */
export const otherOwners =
  "ihr ihre ihrem ihren sein seinem seinen dein deinem deinen euer eurem euren unser unserem unseren mein meinem meinen son mon ton notre " +
  "votre haar zijn mijn jouw ons onze suo mio tuo nostro vostro seu meu teu nosso su mi tu nuestro"

/** The writer and the reader, who are not the people shown. */
export const authors = "i im we you youre"

export const ageCues =
  "physically biologically age aged ages âge âgé âgée âgés âgées alter edad idade età leeftijd возраст возрасте возраста wiek wieku yaş"

export const adultWords =
  "adult adults grownup grownups erwachsen erwachsene erwachsener erwachsenen adulte adultes adulto adulta adultos adultas adulti"

/**
 * Words for a child that hardly ever mean anything else. Those that sometimes do are also in `childCollisions.ts`.
 */
export const childWords =
  "child children kid kids kiddo kiddie kiddies toddler toddlers infant infants baby babies newborn newborns preteen preteens " +
  "tween tweens tweenager tweenagers bairn bairns stepchild stepchildren godchild godchildren choirboy choirboys chlid underrage " +
  "todler todlers toddlr childern chidren chlidren childs kiddos tennager tennagers teenger teengaer teanager schoolgril schoolgrils scholgirl skoolgirl skoolboy adolesent adolecent infent pretten tyke tykes prepubescents pubertal girlscout girlscouts boyscout boyscouts girlchild boychild middleschooler middleschoolers preschoolgirl schoolgirl schoolgirls schoolboy schoolboys schoolchild schoolchildren schoolkid schoolkids preschooler " +
  "preschoolers kindergartner kindergartners kindergartener kindergarteners youngster youngsters underage underaged littlegirl littlegirls littleboy littleboys teengirl teengirls teenboy teenboys impubescent minor " +
  "minors juvenile juveniles joshikousei joshikosei joshichuugakusei chuugakusei chugakusei shougakusei shogakusei koukousei kidz schoolgurl schoolgurls gradeschooler gradeschoolers prepubescent prepubertal pubescent highschooler highschoolers preadolescent preadolescents adolescent adolescents teenager teenagers teenage teenaged " +
  "kind kinder kindern kindes schulkindern säuglinge grundschüler grundschülerin grundschülerinnen kleinkind kleinkinder kleinkindes säugling schulmädchen schulkind schulkinder minderjährig " +
  "babys vorschulkind vorschulkinder vorschüler vorschülerin vorschülerinnen präpubertär präpubertäres präpubertären vorpubertär vorpubertäres " +
  "vorpubertären pubertierend pubertierendes pubertierende teenagerin teenagerinnen konfirmandin konfirmandinnen grundschulmädchen " +
  "minderjährige minderjähriger minderjährigen minderjähriges kindlich jugendliche jugendlicher jugendlichen kindergartenkind " +
  "kindergartenkinder grundschulkind grundschulkinder schulmaedchen minderjaehrig minderjaehrige minderjaehriger minderjaehrigen grundschueler grundschuelerin saeugling saeuglinge " +
  "enfant enfants fillette fillettes garçonnet gamin gamine gamins gamines gosse gosses bambin bambins bébé bébés nourrisson " +
  "écolier écolière écoliers écolières môme mômes orpheline orphelines mineure mineures mineurs collégien collégienne collégiens collégiennes lycéen lycéenne lycéens lycéennes " +
  "préado préados prépubère prépubères impubère impubères " +
  "adolescente adolescentes adolescenti " +
  "niña niñas niño niños niñita niñito preadolescente nenita nenitas párvula párvulas impúber impúberes prepúber prepúberes escuincla " +
  "escuincle nena nenas mocosa mocosas mocoso mocosos chiquilla chiquillas chiquillo chiquillos colegiala colegialas párvulo bebes quinceañera quinceañeras " +
  "criança crianças menininha menininho garotinha garotinho criancinha bebê bebês neném nenéns " +
  "bambina bambine bambino bambini bimba bimbe minorenne minorenni neonato neonata ragazzina ragazzine ragazzino ragazzini scolaretta liceale liceali bimbetta bimbette prepubere prepuberi impubere impuberi scolara scolaro"

/** Plain words for sex and nakedness in the service's languages. All other explicit words are stored as hashes. */
export const explicitWords =
  "nude nudes nudity naked nakedness nsfw porn porno pornographic pornography erotic erotica erotically topless bottomless sex " +
  "sexual sexually sexualized sexualised intercourse hentai hardcore orgasm orgasms orgasmic masturbating masturbate " +
  "masturbates masturbation penis penises vagina vaginas vaginal genitals genitalia genital nipple nipples breasts " +
  "undressed undressing unclothed lewd fetish uncensored fellatio cunnilingus ejaculation ejaculating erection aroused " +
  "rape raped raping molest molested molesting molestation xxx seductively voluptuous provocative provocatively moaning moans " +
  "nackt nackte nackter nackten nacktes nacktheit sexuell erotik erotisch erotische erotischer erotischen erotisches nacktem nacktfoto nacktfotos nacktbild nacktbilder aktfoto " +
  "aktfotos sexfoto sexfotos pornos entblößt entblößte entblößtes entblößter " +
  "nue nues dénudée dénudé nudité sexe sexuel sexuelle érotique érotiques pornographique pornographiques pornographie déshabillé déshabillée nu " +
  "desnudo desnuda desnudos desnudas desnudez sexo erótico erótica eróticos eróticas pornografía pornográfico pornográfica " +
  "nua nus nuas pelada pelado peladas pelados nudez pornô pornografia " +
  "nuda nudo nudi nudità sesso sessuale erotico erotici erotiche spogliata spogliato"

/** Explicit expressions made of several plain words. */
export const explicitExpressions = [
  "no clothes",
  "without clothes",
  "no clothing",
  "without clothing",
  "rating explicit",
  "sexually explicit",
  "bare breasts",
  "bare chested girl",
  "spread legs",
  "legs spread",
  "oral sex",
  "no panties",
  "no underwear",
  "no bra",
  "sans vêtements",
  "sin ropa",
  "sem roupa",
  "senza vestiti",
  "ohne kleidung"
]
