import { assert, describe, it } from "@effect/vitest"
import { Array, Redacted } from "effect"
import { largestDocument } from "../../../src/domain/policy/documentSize.ts"
import type { PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import { validatePolicy } from "../../../src/domain/policy/validation.ts"
import { addressRules, block, review, tag } from "./fixtures.ts"

const fox = "\u{1f98a}"

/** A document that is as large as it may be, or by so much larger. */
const document = (more: Partial<Record<keyof typeof largestDocument, number>> = {}): PolicyDocument => {
  const size = (name: keyof typeof largestDocument) => largestDocument[name] + (more[name] ?? 0)
  const name = fox.repeat(size("tagName"))
  const tags = Array.makeBy(size("tags") - 1, (index) => ({
    name: String(index),
    description: fox.repeat(size("tagDescription"))
  }))
  return {
    version: 1,
    name: fox.repeat(size("name")),
    checks: [
      { check: "minors_sexual", act: 0.5, review: 0.3, onAct: block, onReview: review },
      { check: "adult", act: 0.7, review: 0.35, onAct: tag(name), onReview: tag(name) }
    ],
    adultMaxLevel: 5,
    youthCodedAdult: "review",
    webhooks: Array.makeBy(size("webhooks"), () => ({
      url: "https://hooks.example.com/prescreen",
      events: ["block", "tag"],
      secret: Redacted.make(fox.repeat(size("secret")))
    })),
    tags: [...tags.slice(0, 2), { name }, ...(more.tags === undefined ? [] : tags.slice(2))]
  }
}

const issuesOf = (changed: PolicyDocument) => validatePolicy(changed, addressRules)

describe("a document", () => {
  it("may be as large as that", () => {
    assert.deepStrictEqual(issuesOf(document()), [])
  })

  it("may not be larger in anything that every decision carries", () => {
    assert.deepStrictEqual(issuesOf(document({ webhooks: 2_980 })), [
      "webhooks: has 3,000 entries; it may have at most 20"
    ])
    assert.deepStrictEqual(issuesOf(document({ tags: 1 })), [
      "tags: has 501 entries; it may have at most 500"
    ])
    assert.deepStrictEqual(issuesOf(document({ tagName: 1 })), [
      `tags.${fox.repeat(120)}…: must have at most 120 characters`,
      "checks.adult.on_act.tag: must have at most 120 characters",
      "checks.adult.on_review.tag: must have at most 120 characters"
    ])
    assert.deepStrictEqual(issuesOf(document({ name: 1 })), ["name: must have at most 1,000 characters"])
    assert.include(
      issuesOf(document({ tagDescription: 1 })),
      "tags.0.description: must have at most 1,000 characters"
    )
    assert.include(
      issuesOf(document({ secret: 1 })),
      "webhooks.0.secret: is too long; it must have at most 1,000 characters"
    )
  })
})
