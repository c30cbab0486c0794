import { normalisedWords } from "../words/normalisedWords.ts"
import type { Casts } from "./Casts.ts"
import { wordsOf } from "./characterNames.ts"
import { minorCharacters } from "./minorCharacters.ts"

/** Characters with only one name, which without the work could be anybody. */
const byFirstName: Casts = [
  [
    "Pokémon",
    "Misty, May, Dawn, Iris, Serena, Lillie, Mallow, Lana, Bonnie, Hilda, Rosa, Gloria, Marnie, Nemona, Penny"
  ],
  ["Stranger Things", "Eleven"],
  ["The Hunger Games", "Rue, Prim"],
  ["Aliens", "Newt"],
  ["Interview with the Vampire", "Claudia"],
  ["Family Guy", "Meg, Stewie"],
  ["Genshin Impact", "Klee, Diona, Sayu, Dori, Kachina"],
  ["No Game No Life", "Shiro"],
  ["The Promised Neverland", "Emma, Norman, Ray"],
  ["The Walking Dead", "Clementine"],
  ["Kingdom Hearts", "Kairi, Sora, Xion, Namine"],
  ["Made in Abyss", "Riko, Reg"],
  ["My Hero Academia", "Eri"],
  ["Sword Art Online", "Silica, Yui"],
  ["Kiki's Delivery Service", "Kiki"],
  ["Princess Mononoke", "San"],
  ["Spirited Away", "Chihiro"],
  ["My Neighbor Totoro", "Mei, Satsuki"],
  ["Monsters, Inc.", "Boo"],
  ["Coco", "Miguel"],
  ["Dr. Stone", "Suika"],
  ["Arcane", "Powder, Isha"],
  ["League of Legends", "Zoe"],
  ["Goblin Slayer", "Priestess"],
  ["Ranma", "Shampoo, Akane"],
  ["Cowboy Bebop", "Ed"],
  ["Despicable Me", "Agnes, Margo, Edith"],
  ["Frozen", "Young Elsa, Young Anna"],
  ["The Powerpuff Girls", "Blossom, Bubbles, Buttercup"],
  ["Dexter's Laboratory", "Dexter, Dee Dee"],
  ["The Grim Adventures of Billy & Mandy", "Billy, Mandy"],
  ["Totally Spies", "Clover, Sam, Alex"],
  ["Winx Club", "Bloom, Stella, Flora, Musa, Tecna"],
  ["LazyTown", "Stephanie"],
  ["Masha and the Bear", "Masha"],
  ["Avatar: The Last Airbender", "Suki, Mai"],
  ["The Legend of Korra", "Ikki, Meelo"],
  ["The Legend of Zelda", "Saria, Malon, Medli, Aryll"],
  ["Undertale", "Frisk, Chara"],
  ["Final Fantasy", "Rikku"],
  ["Darling in the Franxx", "Ichigo, Miku, Kokoro, Zero Two"],
  ["One Piece", "Shirahoshi, Rebecca, Momonosuke, Tama"],
  ["Dragon Ball", "Pan, Marron"],
  ["Teasing Master Takagi-san", "Takagi, Nishikata"],
  ["Gunslinger Girl", "Henrietta, Rico, Triela"],
  ["Dr. Stone", "Kohaku"],
  ["Chainsaw Man", "Nayuta"],
  ["Honkai: Star Rail", "Hook, Clara, Bailu, Huohuo"],
  ["Arknights", "Amiya, Suzuran, Ifrit, Popukar, Shamare"],
  ["Princess Connect", "Kokkoro, Kyouka, Misogi"],
  ["American Dad!", "Steve"],
  ["King of the Hill", "Bobby"],
  ["American Dragon", "Jake"],
  ["Jackie Chan Adventures", "Jade"],
  ["Wizards of Waverly Place", "Alex, Max"],
  ["Good Luck Charlie", "Teddy, Charlie"],
  ["Girl Meets World", "Riley, Maya"],
  ["The Breakfast Club", "Claire, Allison"],
  ["American Beauty", "Angela"],
  ["Toy Story", "Andy, Bonnie, Molly"],
  ["Disney", "Moana, Lilo, Merida, Mirabel"]
]

/** Other titles of the same works, and what fans call them. */
const otherTitles: Casts = [
  ["A Song of Ice and Fire", "Game of Thrones, GoT, ASOIAF"],
  ["Avatar: The Last Airbender", "The Last Airbender, ATLA, Avatar"],
  ["My Hero Academia", "MHA, BNHA, Boku no Hero Academia"],
  ["Neon Genesis Evangelion", "Evangelion, NGE, Eva"],
  ["Demon Slayer", "Kimetsu no Yaiba, KNY"],
  ["Jujutsu Kaisen", "JJK"],
  ["Puella Magi Madoka Magica", "Madoka Magica, PMMM"],
  ["Hunter x Hunter", "HxH"],
  ["Sword Art Online", "SAO"],
  ["Fullmetal Alchemist", "FMA"],
  ["The Melancholy of Haruhi Suzumiya", "Haruhi"],
  ["Kaguya-sama", "Love is War"],
  ["Fate/stay night", "Fate"],
  ["Fate/kaleid liner", "Prisma Illya"],
  ["Magical Girl Lyrical Nanoha", "Lyrical Nanoha"],
  ["A Certain Magical Index", "Railgun"],
  ["Studio Ghibli", "Ghibli"],
  ["The Hunger Games", "Hunger Games"],
  ["Despicable Me", "Minions"],
  ["Family Guy", "Griffins"],
  ["Alice's Adventures in Wonderland", "Alice in Wonderland, Wonderland"],
  ["The Wonderful Wizard of Oz", "Wizard of Oz"],
  ["The Chronicles of Narnia", "Narnia"],
  ["Star vs. the Forces of Evil", "Star vs the Forces of Evil"],
  ["Pokémon", "Pokemon"],
  ["The Powerpuff Girls", "PPG, Powerpuff"],
  ["Genshin Impact", "Genshin"],
  ["Winx Club", "Winx"],
  ["The Legend of Korra", "Korra"],
  ["The Legend of Zelda", "Zelda, Ocarina of Time, Wind Waker"],
  ["Dragon Ball", "DBZ, DBGT, Dragon Ball Z, Dragon Ball GT"],
  ["Honkai: Star Rail", "HSR"],
  ["Teasing Master Takagi-san", "Takagi-san"],
  ["Darling in the Franxx", "DitF, Franxx"]
]

/** Collections, and titles that are everyday words. A first name beside one of these says nothing. */
const noWorks = new Set(
  [
    "Brave, Luca, Coco, Sabrina, Coraline, Saki, Marvel, DC, Nintendo, Disney Channel, Nickelodeon, Horror films",
    "Up, Doug, Recess, Arthur, Wednesday, Carrie, Juno, Another, Charlotte, Slayers, Free!, Daria, Preschool television",
    "Television families, Mark Twain, Charles Dickens, Roald Dahl, Vladimir Nabokov, Makoto Shinkai, Dr. Seuss",
    "Frances Hodgson Burnett, Beverly Cleary, Peanuts, Victorious, Persona, Léon, Bleach, Miraculous"
  ].flatMap((titles) => titles.split(", "))
)

/** Titles before the first name in the lists of full names. */
const titles = normalisedWords("princess prince avatar")

/** First words that make a name that of another character, or that start a name without a first name. */
const noFirstNames = normalisedWords(
  "young kid toon sailor cream little hansel cardcaptor prisma chibi yotsuba you love cure inkling octoling"
)

const articles = normalisedWords("the a")

const titleOf = (title: string): string => {
  const words = wordsOf(title)
  return words.slice(articles.has(words[0] ?? "") ? 1 : 0).join(" ")
}

const titlesOf = (from: string): ReadonlyArray<string> =>
  noWorks.has(from)
    ? []
    : [from, ...otherTitles.flatMap(([work, others]) => (work === from ? others.split(", ") : []))].map(
        titleOf
      )

const firstNameOf = (name: string): string => {
  const words = wordsOf(name)
  const first = words[titles.has(words[0] ?? "") ? 1 : 0] ?? ""
  return noFirstNames.has(first) ? "" : first
}

const named = [
  ...minorCharacters,
  ...byFirstName.flatMap(([from, names]) => names.split(", ").map((name) => ({ name, from })))
]

/** For each first name, the titles of the works beside which it means a minor. */
export const worksOfFirstName: ReadonlyMap<string, ReadonlySet<string>> = named.reduce(
  (works, { from, name }) => {
    const first = firstNameOf(name)
    const known = titlesOf(from)
    return first === "" || known.length === 0
      ? works
      : works.set(first, new Set([...(works.get(first) ?? []), ...known]))
  },
  new Map<string, ReadonlySet<string>>()
)
