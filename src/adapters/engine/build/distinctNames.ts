import { isWord } from "./ordinaryText.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import type { WorkName } from "./WorkName.ts"

/**
 * Words and names in prompts that mean nobody's work: sites, programs and cameras that are named for quality, for
 * instance.
 */
export const boilerplate = new Set(
  [
    "artstation, artstationhq, deviantart, pinterest, instagram, behance, pixiv, cgsociety, tumblr, flickr, 500px, unsplash",
    "shutterstock, getty images, unreal engine, unreal, unity, octane, octane render, blender, zbrush, maya, houdini",
    "cinema 4d, redshift, v ray, keyshot, adobe, photoshop, adobe photoshop, illustrator, adobe illustrator, procreate",
    "adobe lightroom, lightroom, canon, nikon, sony, leica, kodak, fujifilm, fuji, hasselblad, pentax, olympus, panasonic",
    "gopro, polaroid, nvidia, midjourney, stable diffusion, dall e, openai, imax, youtube, google, twitter, facebook, reddit",
    "original, vocaloid, virtual youtuber, indie virtual youtuber, real life, mythology, doujinshi, photoreal, trending, photo",
    "bosch, lacoste, glitch, cryengine, katana, lumen, 1 1, eaton, fritz, percy, pino, immer, fedora, bento, hot rod",
    "contraption, entourage, mamiya, yayoi, hayao miyazaki, miyazaki hayao, kyoto animation, emo girl, dark elf",
    "mona lisa, mona, van gogh, santa claus, bismarck, tiki, black swan, united kingdom, united states, united nations",
    "kawaii girl, girl kawaii, elf dark, high elf, elf high, white haired girl, blue haired girl, orc warrior, cyborg ninja",
    "goddess of war, komodo dragon, ak 47, playstation 5, trailblazer, irene, roma, sensei, thoma, lilia, hikari, tsushima",
    "fennec, karnak, adolf hitler, joseph stalin, vladimir lenin, bruce lee, bob ross, nikola tesla, marie antoinette",
    "queen elizabeth, king arthur, akira toriyama, billy herrington, shiina ringo, battle girl, girl battle, monster girl",
    "hero, fairy, brand, ui, lead, darkness, dusk, android, sorceress, yellow, red, x, bandit, knight, archer, assassin",
    "new game, birds of prey, route 66, on the waterfront, queen of swords, blue heelers, the blue lagoon, to heart, da capo",
    "the loner, needles and pins, jack of all trades, friend or foe, baa baa black sheep, barefoot in the park, rabbit hole",
    "lucky star, the deer hunter, moulin rouge, breath of fire, panty",
    "sans, march 7th, national geographic, vogue, dreamworks pixar, character, steampunk, cyberpunk, webtoon, manga, anime, comics, cosplay"
  ]
    .join(", ")
    .split(", ")
)

/** Phrases in which the name of a person means something else. */
export const otherMeaningsOfPeople = [
  "trump card",
  "trump cards",
  "trump suit",
  "trump tower",
  "ho chi minh city",
  "ho chi minh trail"
]

/** Phrases in which the words of a name of a work mean something else. */
export const otherMeaningsOfWorks: ReadonlyArray<string> = [
  ...(
    "swimsuit swimsuits swimwear suit dress outfit jumpsuit bodysuit leotard garment pyjamas pajamas snowsuit romper " +
    "bikini bathing swim"
  )
    .split(" ")
    .map((garment) => `one piece ${garment}`),
  ..."leaf leaves plant plants vine vines rash".split(" ").map((part) => `poison ivy ${part}`),
  ..."fish fishcake maki roll whirlpools".split(" ").map((thing) => `naruto ${thing}`),
  "peter pan collar"
]

/** The most uses in English of a word that can still stand for a work: more if the work is famous. */
const mostUses = { famous: 300_000, other: 100_000 }

const inflections = ["s", "es", "ed", "ing", "er"]

/** Whether a word consists of two words that each stand for themselves: "spaceship", "treehouse". */
const isCompound = (ordinary: OrdinaryText, word: string): boolean => {
  for (let at = 4; at <= word.length - 3; at++) {
    if (ordinary.commonWords.has(word.slice(0, at)) && ordinary.commonWords.has(word.slice(at))) return true
  }
  return false
}

const isEverydayWord = (ordinary: OrdinaryText, word: string): boolean =>
  isCompound(ordinary, word) ||
  ordinary.prose.has(word) ||
  inflections.some((ending) => word.endsWith(ending) && isWord(ordinary, word.slice(0, -ending.length)))

const isPersonal = (ordinary: OrdinaryText, personal: ReadonlySet<string>, word: string): boolean =>
  personal.has(word) || ordinary.givenNames.has(word) || ordinary.lastNames.has(word)

const isDistinctWord = (
  ordinary: OrdinaryText,
  personal: ReadonlySet<string>,
  word: string,
  isFamous: boolean
): boolean =>
  word.length > 3 &&
  !ordinary.commonWords.has(word) &&
  !ordinary.everydayWords.has(word) &&
  (ordinary.uses.get(word) ?? 0) < (isFamous ? mostUses.famous : mostUses.other) &&
  (isFamous || !isEverydayWord(ordinary, word)) &&
  !isPersonal(ordinary, personal, word)

/** Whether a name says by itself which work is meant. */
export const isDistinct = (
  ordinary: OrdinaryText,
  personal: ReadonlySet<string>,
  { isFamous, name }: WorkName
): boolean => {
  const words = name.split(" ")
  if (words.length === 1) return isDistinctWord(ordinary, personal, name, isFamous)
  const isPlain = (word: string) => isWord(ordinary, word) || isEverydayWord(ordinary, word)
  return (
    isFamous ||
    !words.every(isPlain) ||
    (words.length > 2 && !words.every((word) => ordinary.commonWords.has(word)))
  )
}
