import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  hashesOf,
  isNear,
  looksOf,
  makeNearTerms
} from "../../../../src/adapters/engine/builtin/nearTerms.ts"
import {
  letterBucketCount,
  makeLetterBuckets,
  readLetterBuckets
} from "../../../../src/adapters/engine/builtin/ngrams.ts"
import { followsPersonPattern } from "../../../../src/adapters/engine/builtin/personPattern.ts"
import { checkOf, extendHigh, extendLow } from "../../../../src/adapters/engine/builtin/phraseHash.ts"
import { makePhraseTrie, findPhrase } from "../../../../src/adapters/engine/builtin/PhraseTrie.ts"
import type { PhraseNode } from "../../../../src/adapters/engine/builtin/PhraseTrie.ts"
import { makeTokens, readTokens } from "../../../../src/adapters/engine/builtin/tokens.ts"
import { slipsIn } from "../../../support/slips.ts"

const Letters = Schema.Array(Schema.Literals([..."abcde"])).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(17)
)
const Text = Schema.Array(Schema.Literals([..."abcdef01 ,-é猫ไ", "  ", "word", "of "])).check(
  Schema.isMaxLength(40)
)

const tokensOf = (text: string) => {
  const tokens = makeTokens(1)
  readTokens(text, tokens)
  return tokens
}

describe("near words", () => {
  it.prop(
    "are those that any of their looks is found by, whatever hashes are in the table",
    [Schema.Array(Letters), Schema.Array(Letters), Schema.Int],
    ([written, others, salt]) => {
      const terms = written.map((letters) => letters.join(""))
      // Some hashes are missing, as they are where they belong to ordinary words.
      const hashes = terms.flatMap(hashesOf).filter((hash) => (hash + salt) % 5 !== 0)
      const table = makeNearTerms(hashes)
      for (const word of [...terms, ...others.map((letters) => letters.join(""))]) {
        const { ends, letters, places } = tokensOf(word)
        const place = places[0] ?? 0
        const plain = word.length >= 3 && looksOf(word).some((look) => hashes.includes(look))
        assert.strictEqual(isNear(table, letters, place, place + (ends[0] ?? 0)), plain, word)
      }
    }
  )
})

/** Words of ten letters, always the same. */
const someWords = (count: number): ReadonlyArray<string> => {
  let state = 7
  const letter = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return String.fromCharCode(0x61 + ((state >>> 16) % 26))
  }
  return Array.from({ length: count }, () => Array.from({ length: 10 }, letter).join(""))
}

describe("a large table", () => {
  it("finds no word by chance", () => {
    const words = someWords(21_000)
    const table = makeNearTerms(words.slice(0, 1_000).flatMap(hashesOf))
    const found = words.slice(1_000).filter((word) => {
      const { letters, places } = tokensOf(word)
      return isNear(table, letters, places[0] ?? 0, (places[0] ?? 0) + word.length)
    })
    assert.deepStrictEqual(found, [])
  })
})

describe("a term", () => {
  it.prop("is near to itself with any one slip, wherever that is", [Letters], ([letters]) => {
    const term = letters.join("")
    if (term.length < 4 || term.length > 16) return
    const table = makeNearTerms(hashesOf(term))
    for (const slip of slipsIn(term)) {
      const { letters: written, places } = tokensOf(slip)
      const place = places[0] ?? 0
      if (slip !== term) assert.isTrue(isNear(table, written, place, place + slip.length), `${term} ${slip}`)
    }
  })

  it("stays near to itself with a letter more inside when an ordinary word has that letter at the end", () => {
    const taken = new Set(looksOf("bedacs"))
    const table = makeNearTerms(hashesOf("bedac").filter((hash) => !taken.has(hash)))
    const found = (word: string) => {
      const { letters, places } = tokensOf(word)
      return isNear(table, letters, places[0] ?? 0, (places[0] ?? 0) + word.length)
    }
    assert.deepStrictEqual(["bedacs", "beddac", "bdeac"].map(found), [false, true, true])
  })
})

describe("buckets of letters", () => {
  it.prop("are those of every run of three to five letters, in the order of the text", [Text], ([units]) => {
    const text = units.join("")
    const tokens = tokensOf(text)
    const buckets = makeLetterBuckets()
    readLetterBuckets(tokens, buckets)
    const plain = new Set<number>()
    for (let at = 0; at < tokens.count; at++) {
      const word = ` ${text.slice(tokens.starts[at], tokens.ends[at])} `
      for (let from = 0; from < word.length; from++) {
        for (let length = 3; length <= 5 && from + length <= word.length; length++) {
          const run = word.slice(from, from + length)
          const hash = Array.from({ length }, (_, unit) => run.charCodeAt(unit)).reduce(
            (sum, unit) => Math.imul(sum ^ unit, 0x01000193),
            0x811c9dc5
          )
          plain.add(Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> (32 - Math.log2(letterBucketCount)))
        }
      }
    }
    assert.deepStrictEqual(Array.from(buckets.found.subarray(0, buckets.count)), Array.from(plain))
  })
})

/** A trie of single words, each labelled with its place in the list. */
const trieOf = (words: ReadonlyArray<string>) =>
  makePhraseTrie(
    words.map((word, at): PhraseNode => {
      const { high, low } = tokensOf(word)
      const [key, check] = [extendLow(0, low[0] ?? 0), checkOf(extendHigh(0, high[0] ?? 0))]
      return { key, check, label: at + 1, goesOn: false }
    })
  )

describe("a table of phrases", () => {
  it.prop(
    "finds every word that is in it, and no other",
    [Schema.Array(Letters), Text],
    ([written, units]) => {
      const words = Array.from(new Set(written.map((letters) => letters.join(""))))
      const trie = trieOf(words)
      const text = `${units.join("")} ${words.join(" ")}`
      const tokens = tokensOf(text)
      const match = { slot: 0, label: 0, end: 0 }
      const found: Array<number> = []
      for (
        let at = findPhrase(trie, tokens, 0, match);
        at !== -1;
        at = findPhrase(trie, tokens, at + 1, match)
      ) {
        found.push(match.label)
      }
      const plain = Array.from({ length: tokens.count }, (_, at) =>
        words.indexOf(text.slice(tokens.starts[at], tokens.ends[at]))
      )
      assert.deepStrictEqual(
        found,
        plain.filter((place) => place !== -1).map((place) => place + 1)
      )
    }
  )
})

const Prompt = Schema.Array(
  Schema.Literals([
    "photo",
    "Portrait",
    "close-ups",
    "of",
    "with",
    " of ",
    " with ",
    "\nof ",
    "of\u00a0",
    " ",
    "Emma",
    "emma",
    "Élise",
    "𐐀𐐨",
    "Stone",
    "X"
  ])
).check(Schema.isMaxLength(12))

describe("a picture of somebody with two names", () => {
  const names = ["emma", "élise"]
  const pattern =
    /\b(?:[Pp]hoto|[Pp]ortrait|[Cc]lose-?up)s?\s(?:of|with)\s(\p{Lu}\p{Ll}{1,20})\s\p{Lu}\p{Ll}{1,20}\b/gu

  it.prop("is seen wherever the pattern alone would see it", [Prompt], ([parts]) => {
    const prompt = `${parts.join("")} portrait of ${parts.join(" ")}`
    const plain = Array.from(prompt.matchAll(pattern)).some(([, first = ""]) =>
      names.includes(first.toLowerCase())
    )
    assert.strictEqual(followsPersonPattern({ givenNames: trieOf(names) }, prompt), plain, prompt)
  })
})
