import { Schema } from "effect"
import { countCharacters, isStorable } from "../../../domain/shared/characters.ts"

const lengthIssue = (text: string, least: number, most: number): string | true => {
  // A text has at most as many code points as UTF-16 units, and at least half as many.
  if (text.length >= 2 * least && text.length <= most) return true
  const characters = countCharacters(text)
  if (characters < least) return `must have at least ${least} character${least === 1 ? "" : "s"}`
  return (
    characters <= most || `must have at most ${most.toLocaleString("en")} characters, and has ${characters}`
  )
}

/** Limits the length of text, counted in code points. */
export const hasLength = (least: number, most: number) =>
  Schema.makeFilter((text: string) => lengthIssue(text, least, most), {
    toJsonSchema: () => ({ minLength: least, maxLength: most })
  })

/** Text of limited length, counted in code points. NUL and lone surrogates are allowed. */
export const Text = (least: number, most: number) => Schema.String.check(hasLength(least, most))

export const notStorable = "must not contain NUL or a lone surrogate"

/** Refuses text that Postgres cannot store. */
export const storable = Schema.makeFilter((text: string) => isStorable(text) || notStorable, {
  toJsonSchema: () => ({})
})

/** Text that Postgres can store: without NUL and lone surrogates. Its length is counted in code points. */
export const StorableText = (least: number, most: number) => Text(least, most).check(storable)
