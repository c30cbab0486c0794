import { readFileSync } from "node:fs"

/**
 * Everyday words that the data has too little of. Those of other languages than English may be a term to a list of yet another
 * language: German "nicht" to a Dutch one, Spanish "negro" to an English one. Others are one letter from a term ("footer").
 */
export const readEverydayWords = (): ReadonlyArray<string> =>
  readFileSync(new URL("./everyday-words.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(" "))
