import { assert, describe, it } from "@effect/vitest"
import { DateTime, Redacted } from "effect"
import type { Webhook } from "../../../src/domain/policy/PolicyDocument.ts"
import { isShared, recentlyReplaced, signingSecrets } from "../../../src/domain/webhooks/rotation.ts"

const now = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const published = (version: number, hoursAgo: number) => ({
  version,
  publishedAt: DateTime.subtract(now, { minutes: Math.round(hoursAgo * 60) })
})

const hook = (secret: string, url = "https://a.example.com/", events: Webhook["events"] = ["block"]) => ({
  url,
  events,
  secret: Redacted.make(secret)
})

const revealed = (secrets: ReadonlyArray<Redacted.Redacted>) =>
  secrets.map((secret) => Redacted.value(secret))

describe("recentlyReplaced", () => {
  it("names a version for twenty-four hours after another took its place", () => {
    const publications = [published(1, 1_000), published(2, 23.9)]
    assert.deepStrictEqual(recentlyReplaced(publications, 2, now), [1])
    assert.deepStrictEqual(recentlyReplaced([published(1, 1_000), published(2, 24)], 2, now), [])
  })

  it("names the latest first, and never the current one, also when that was there before", () => {
    const publications = [published(1, 40), published(4, 0.5), published(2, 1), published(3, 2)]
    assert.deepStrictEqual(recentlyReplaced(publications, 4, now), [2, 3, 1])
    // Version 1 again.
    assert.deepStrictEqual(recentlyReplaced([published(1, 0), published(2, 5)], 1, now), [2])
  })

  it("names no more than fifty, the latest", () => {
    const publications = Array.from({ length: 100 }, (_, index) => published(index + 1, (100 - index) / 10))
    const replaced = recentlyReplaced(publications, 100, now)
    assert.deepStrictEqual([replaced.length, replaced[0], replaced.at(-1)], [50, 99, 50])
  })

  it("names none while there was only one", () => {
    assert.deepStrictEqual(recentlyReplaced([published(1, 0)], 1, now), [])
    assert.deepStrictEqual(recentlyReplaced([], 1, now), [])
  })
})

describe("signingSecrets", () => {
  const url = "https://a.example.com/"

  it("are the url's current one, then those that it replaced, each once", () => {
    const versions = {
      current: [hook("new", url), hook("other", "https://b.example.com/")],
      replaced: [[hook("new", url)], [hook("old", url)], [hook("old", url)], []],
      decided: [hook("old", url)]
    }
    assert.deepStrictEqual(revealed(signingSecrets(versions, { url, event: "block", place: 0 })), [
      "new",
      "old"
    ])
  })

  it("are the one of the decision, for a url that the policy no longer has", () => {
    const versions = {
      current: [hook("other", "https://b.example.com/")],
      replaced: [[hook("between", url)]],
      decided: [hook("old", url)]
    }
    assert.deepStrictEqual(revealed(signingSecrets(versions, { url, event: "block", place: 0 })), ["old"])
  })

  it("are the latest one, for a url that a verdict called and that is gone since", () => {
    const versions = { current: [], replaced: [[], [hook("late", url)], [hook("old", url)]], decided: [] }
    assert.deepStrictEqual(revealed(signingSecrets(versions, { url, event: "review.verdict", place: 0 })), [
      "late"
    ])
  })

  it("are those of the entry that wants the event, where entries share a url", () => {
    const current = [hook("one", url, ["block"]), hook("two", url, ["tag"])]
    const versions = { current, replaced: [], decided: current }
    assert.deepStrictEqual(revealed(signingSecrets(versions, { url, event: "tag", place: 0 })), ["two"])
    assert.deepStrictEqual(revealed(signingSecrets(versions, { url, event: "allow", place: 0 })), ["one"])
  })

  it("are each entry's own, where entries share a url and an event", () => {
    const current = [
      hook("one", url, ["block"]),
      hook("tags", url, ["tag"]),
      hook("two", url, ["tag", "block"])
    ]
    const replaced = [[hook("old one", url), hook("old two", url)], [hook("only", url)]]
    const versions = { current, replaced, decided: current }
    const secretsAt = (place: number) => revealed(signingSecrets(versions, { url, event: "block", place }))
    assert.isTrue(isShared(versions, { url, event: "block" }))
    assert.isFalse(isShared(versions, { url, event: "allow" }))
    assert.deepStrictEqual(secretsAt(0), ["one", "old one", "only"])
    assert.deepStrictEqual(secretsAt(1), ["two", "old two", "only"])
    assert.deepStrictEqual(secretsAt(2), ["two", "old two", "only"])
  })

  it("are none where none was ever known", () => {
    assert.deepStrictEqual(
      signingSecrets({ current: [], replaced: [], decided: [] }, { url, event: "block", place: 0 }),
      []
    )
  })
})
