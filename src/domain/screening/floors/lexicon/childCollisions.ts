import { normalisedWords } from "../words/normalisedWords.ts"

/** Words directly before or after a word for a child that give it another meaning. */
export interface Collision {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

const animals =
  "dragon dragons elephant elephants goat goats deer bear bears bird birds animal animals fox foxes cat cats dog dogs duck ducks " +
  "owl seal penguin panda turtle turtles lion tiger wolf rabbit bunny cow horse giraffe hippo monkey whale shark dinosaur squirrel " +
  "hedgehog sloth koala kangaroo lamb calf foal puppy kitten yoda groot bat raccoon otter otters chick star stars"

/** Garments, which adults wear too. */
const garments =
  "outfit outfits uniform uniforms costume costumes cosplay skirt skirts dress clothes attire look style aesthetic"

const collisions: ReadonlyArray<readonly [words: string, before: string, after: string]> = [
  [
    "baby babies babys",
    "sugar hey oh yes cry bush rock ice come ooh yeah my rosemary",
    `blue pink yellow green grand oil powder doll dolls face faced bump shower boomer boomers carrot carrots corn ribs back tee tees
    hair hairs fat monitor breath steps step mama daddy got food spinach potatoes bangs carriage crocodile crocodiles ${animals}`.replaceAll(
      /\s+/g,
      " "
    )
  ],
  [
    "kid kids",
    "goat karate sundance cisco billy comeback inner",
    "gloves glove rock cudi leather skin goat goats icarus laroi ink menu a you friendly book books"
  ],
  [
    "child children childs",
    "inner wild love destiny brain flower poster golden rosemary julia",
    "free support seat seats proof lock locks pose bearing labor psychologist psychology psychiatrist book books storybook hospital museum"
  ],
  ["girlscout girlscouts boyscout boyscouts", "", "cookie cookies"],
  ["infant infants", "", `formula ${animals}`],
  ["newborn newborns", "", animals],
  ["schoolgirl schoolgirls schoolboy schoolboys school", "", garments],
  ["minor", "asia ursa canis leo friar morris b c d e f g flat sharp", "leagues"],
  ["minors", "", "league"],
  [
    "kind kinder",
    "",
    "of to and words gesture heart hearted soul smile eyes man woman person people bueno joy egg surprise chocolate"
  ],
  [
    "not non",
    "",
    "content site sites film films movie video magazine theme themes rated image images picture pictures toy store shop work game party joke"
  ],
  ["enfant enfants", "", "terrible"],
  ["bambino", "", "gesu"],
  // Spanish and Portuguese for "drinks"
  [
    "bebe",
    "ela ele ella que quien quem se mulher mujer homem hombre chica chico garota garoto moça rapaz señora nua nu desnuda desnudo pelada pelado " +
      "ya já siempre sempre mientras enquanto",
    ""
  ],
  ["tween tweens", "in", "weens"],
  ["adolescent adolescents", "", "psychology medicine"],
  ["teenage", "", "mutant dream dirtbag kicks wasteland riot fanclub bounty"],
  [
    "jugendliche jugendlicher jugendlichen",
    "",
    "frau frauen mann haut figur ausstrahlung aussehen erscheinung gesicht look stil"
  ],
  ["quinceanera quinceaneras", "", "dress dresses party cake gown ball"],
  ["mineure", "do re mi fa sol la si", ""]
]

const byWord = new Map<string, Collision>()
for (const [words, before, after] of collisions) {
  for (const word of words.split(" "))
    byWord.set(word, { before: normalisedWords(before), after: normalisedWords(after) })
}

/** The collisions of a word for a child; undefined if it has none. */
export const collisionOf = (word: string): Collision | undefined => byWord.get(word)
