import { assert, describe, it } from "@effect/vitest"
import { makePhraseCollector } from "../../../../src/adapters/engine/build/phrases.ts"
import { lexiconGroup } from "../../../../src/adapters/engine/builtin/labels.ts"
import { countTerms } from "../../../../src/adapters/engine/builtin/lexicon.ts"
import { makePhraseTrie } from "../../../../src/adapters/engine/builtin/PhraseTrie.ts"
import { makeTokens, readTokens } from "../../../../src/adapters/engine/builtin/tokens.ts"

const trieOf = (phrases: Readonly<Record<string, number>>) => {
  const collector = makePhraseCollector()
  for (const [phrase, label] of Object.entries(phrases)) collector.add(phrase, label)
  return makePhraseTrie(collector.nodes())
}

const weakWords = Array.from({ length: 30 }, (_, at) => `weak${String.fromCharCode(97 + at)}`)

const tries = {
  lexicon: trieOf({
    ...Object.fromEntries(weakWords.map((word) => [word, lexiconGroup.weak])),
    plain: lexiconGroup.explicit,
    "plain sailing": lexiconGroup.harmless
  }),
  expressions: trieOf({ "down his neck": lexiconGroup.suggestive })
}

const countIn = (text: string) => {
  const tokens = makeTokens(8)
  readTokens(text, tokens)
  return countTerms(tries, text, tokens)
}

describe("countTerms", () => {
  it("reads a clear term behind more weak ones than it counts", () => {
    const counts = countIn(`${weakWords.join(" ")} plain`)
    assert.strictEqual(counts.explicit, 1)
    assert.strictEqual(counts.weak, 24)
  })

  it("counts a term once, and one that is part of a harmless phrase not at all", () => {
    assert.strictEqual(countIn("plain and plain").explicit, 1)
    assert.strictEqual(countIn("plain sailing").explicit, 0)
  })

  it("takes words that a sign parts for no harmless phrase", () => {
    for (const parted of ["plain, sailing", "plain. Sailing", "plain;sailing", "plain | sailing"]) {
      assert.strictEqual(countIn(parted).explicit, 1, parted)
    }
    assert.strictEqual(countIn("plain sailing, and plain-sailing").explicit, 0)
  })

  it("takes any personal pronoun of an expression for any other, and nothing else", () => {
    for (const pronoun of ["his", "her", "my", "your", "their", "our", "him", "me", "you", "them", "us"]) {
      assert.strictEqual(countIn(`down ${pronoun} neck`).suggestive, 1, pronoun)
    }
    for (const other of ["the", "hers", "he", "she", "herself", "its"]) {
      assert.strictEqual(countIn(`down ${other} neck`).suggestive, 0, other)
    }
  })
})
