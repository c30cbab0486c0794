import { readFileSync } from "node:fs"

/**
 * Everyday words of other languages than English, which the data has too little of. Some of them are a term to a list of yet
 * another language: German "nicht" to a Dutch one, Spanish "negro" to an English one.
 */
export const readForeignWords = (): ReadonlyArray<string> =>
  readFileSync(new URL("./foreign-words.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.split(" "))
