import { assert, describe, it } from "@effect/vitest"
import { childExpressions } from "../../../../src/domain/screening/floors/lexicon/childExpressions.ts"
import * as dutch from "../../../../src/domain/screening/floors/words/dutch.ts"
import * as moreLanguages from "../../../../src/domain/screening/floors/words/moreLanguages.ts"
import * as polish from "../../../../src/domain/screening/floors/words/polish.ts"
import * as russian from "../../../../src/domain/screening/floors/words/russian.ts"
import * as turkish from "../../../../src/domain/screening/floors/words/turkish.ts"
import * as wordLists from "../../../../src/domain/screening/floors/words/wordLists.ts"

const lists: ReadonlyArray<readonly [name: string, entries: ReadonlyArray<string>]> = [
  ...[wordLists, dutch, moreLanguages, polish, russian, turkish]
    .flatMap((file) => Object.entries(file))
    .flatMap(([name, words]) => (typeof words === "string" ? [[name, words.split(" ")] as const] : [])),
  ["childExpressions", childExpressions],
  ["explicitExpressions", wordLists.explicitExpressions]
]

describe("the word lists of the floors", () => {
  it.each(lists)("names nothing twice: %s", (_, entries) => {
    assert.deepStrictEqual(
      entries.filter((entry, at) => entries.indexOf(entry) !== at),
      []
    )
  })
})
