import { readFileSync } from "node:fs"

/**
 * Everyday words that the data has too few of. Some are words of other languages than English that are terms in the
 * list of yet another language: German "nicht" in a Dutch one, Spanish "negro" in an English one. Others are one letter
 * away from a term ("footer").
 */
export const readEverydayWords = (): ReadonlyArray<string> =>
  readFileSync(new URL("./everyday-words.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(" "))
