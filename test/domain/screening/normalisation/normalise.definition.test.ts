import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { foldSubstitutions, normalise } from "../../../../src/domain/screening/normalisation/normalise.ts"
import { isOrdinary } from "../../../../src/domain/screening/normalisation/ordinary.ts"
import { holdsSubstitutions } from "../../../../src/domain/screening/normalisation/substitutions.ts"
import { hostileShapes } from "../../../bench/hostileShapes.ts"

/** What is read in one pass stated in plain terms. */
const plainlyOrdinary = (text: string): boolean =>
  /^(?:[!-'*-9;=?-Z^a-z|~]+(?: |$))+$/.test(text) &&
  !/ $|BREAK|(?:^|[^A-Za-z0-9])[A-Za-z0-9][^A-Za-z0-9]+[A-Za-z0-9](?![A-Za-z0-9])/.test(text)

const kindOf = (unit: string): "digit" | "sign" | "letter" | "other" => {
  if (/^[0-9]$/.test(unit)) return "digit"
  if (/^[@$!|+€¢£]$/.test(unit)) return "sign"
  return /^[a-z\u0080-\uffff]$/.test(unit) ? "letter" : "other"
}

/** A long run of a letter, a sign beside something, a digit behind a letter, or one that begins a word. */
const plainlyFoldable = (text: string): boolean =>
  Array.from({ length: text.length }, (_, at) => at).some((at) => {
    const unit = text.charAt(at)
    const [before, kind, after, next] = [-1, 0, 1, 2].map((step) => kindOf(text.charAt(at + step)))
    if (kind === "letter") return text.startsWith(unit + unit, at + 1)
    if (kind === "sign") return before !== "other" || after !== "other"
    return (
      kind === "digit" &&
      (before === "letter" || (before === "other" && after === "letter" && next !== "other"))
    )
  })

const Text = Schema.Array(
  Schema.Literals([
    ..."abcxyzABRKE0189 .,:;-_*!|()[]{}<>$@+/'`\\%~^=?\"&#",
    ..."аé€¢£\u007f\n\t",
    " a ",
    "aaa",
    "AAA",
    "BREAK",
    "BREA",
    "8k",
    "p0rn",
    "word",
    "  ",
    ", i ",
    "\ud83d"
  ])
).check(Schema.isMaxLength(16))

const Words = Schema.Array(
  Schema.Literals(["a", "I", "of", "word", "9", "x", "-", ",", "&", "B", "8mm"])
).check(Schema.isMaxLength(8))

const shapes = Object.values(hostileShapes).flatMap((make) =>
  [1, 2, 9, 60, 400].map((length) => make(length))
)

describe("ordinary text", () => {
  it.prop("is recognised in one pass as its definition says", [Text, Words], ([units, words]) => {
    for (const text of [units.join(""), words.join(" "), `${words.join(" ")}${units.join("")}`]) {
      assert.strictEqual(isOrdinary(text), plainlyOrdinary(text), JSON.stringify(text))
    }
  })

  it("is recognised in hostile text too", () => {
    for (const text of [...shapes, "", "A", "a b", "a  b", "word ", "BREAKFAST"]) {
      assert.strictEqual(isOrdinary(text), plainlyOrdinary(text), JSON.stringify(text.slice(0, 60)))
    }
  })
})

describe("what may be folded", () => {
  it.prop("is recognised in one pass as its definition says", [Text], ([units]) => {
    const text = units.join("").toLowerCase()
    assert.strictEqual(holdsSubstitutions(text), plainlyFoldable(text), JSON.stringify(text))
  })

  it("is recognised in hostile text too", () => {
    for (const text of shapes) {
      assert.strictEqual(holdsSubstitutions(text), plainlyFoldable(text), JSON.stringify(text.slice(0, 60)))
    }
  })
})

describe("a text that is read again", () => {
  it.prop("has the views that it had before, whatever was read between", [Text, Text], ([units, others]) => {
    const [text, other] = [units.join(""), others.join("")]
    const viewsOf = (original: string) => {
      const view = normalise(original)
      return [view, foldSubstitutions(view), foldSubstitutions(view, 2)].map((read) => ({
        text: read.text,
        starts: Array.from(read.starts.subarray(0, read.text.length)),
        ends: Array.from(read.ends.subarray(0, read.text.length))
      }))
    }
    const before = viewsOf(text)
    assert.deepStrictEqual(viewsOf(text), before)
    viewsOf(other)
    assert.deepStrictEqual(viewsOf(text), before)
  })
})
