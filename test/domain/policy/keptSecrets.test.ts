import { assert, describe, it } from "@effect/vitest"
import { Redacted, Schema } from "effect"
import { keepSecrets, keptSecret, withoutSecrets } from "../../../src/domain/policy/keptSecrets.ts"
import { WebhookEvent } from "../../../src/domain/policy/PolicyDocument.ts"
import type { Webhook } from "../../../src/domain/policy/PolicyDocument.ts"
import { document } from "../../fixtures.ts"

const storedIn = (webhooks: ReadonlyArray<Webhook>) => Map.groupBy(webhooks, ({ url }) => url)

const secretsOf = (webhooks: ReadonlyArray<Webhook>) => webhooks.map(({ secret }) => Redacted.value(secret))

/** An entry as the table below writes it: its secret, then its events. */
const entry = (text: string): Webhook => {
  const [secret = "", ...events] = text.split(" ")
  return {
    url: "a",
    events: events.map((event) => WebhookEvent.make(event as WebhookEvent)),
    secret: Redacted.make(secret)
  }
}

const Entry = Schema.Struct({
  url: Schema.Literals(["a", "b"]),
  events: Schema.Array(WebhookEvent).check(Schema.isMinLength(1), Schema.isMaxLength(3)),
  rank: Schema.Finite
})
const Entries = Schema.Array(Entry).check(Schema.isMaxLength(12))

const identity = ({ events, url }: Pick<Webhook, "events" | "url">) =>
  [url, ...new Set(events)].toSorted().join(" ")

describe("keepSecrets", () => {
  it.prop("keeps each secret of a document that is sent back in another order", [Entries], ([entries]) => {
    const named = entries.map((some, index) => ({ ...some, secret: Redacted.make(`secret ${index}`) }))
    // Entries that nothing tells apart keep their secrets in order, so they stay in order here.
    const apart = named.filter(
      (some, index) => named.findIndex((other) => identity(other) === identity(some)) === index
    )
    const reordered = apart
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ events, ...some }) => ({ ...some, events: events.toReversed() }))
    const sent = withoutSecrets({ ...document, webhooks: reordered })
    assert.deepStrictEqual(secretsOf(keepSecrets(sent, storedIn(apart)).webhooks), secretsOf(reordered))
  })

  const stored = ["one block", "two review", "three tag allow"]
  const cases: Readonly<Record<string, readonly [ReadonlyArray<string>, ReadonlyArray<string>]>> = {
    "as it was read": [
      ["redacted block", "redacted review", "redacted allow tag"],
      ["one", "two", "three"]
    ],
    "in another order": [
      ["redacted tag allow", "redacted block", "redacted review"],
      ["three", "one", "two"]
    ],
    "in another order, with other events for one": [
      ["redacted review", "redacted block review", "redacted allow tag"],
      ["two", "one", "three"]
    ],
    "with other events for all": [
      ["redacted tag", "redacted allow", "redacted block tag"],
      ["one", "two", "three"]
    ],
    "with a further entry at the start": [
      ["new allow", "redacted block", "redacted review", "redacted allow tag"],
      ["new", "one", "two", "three"]
    ],
    "with a new secret for one": [
      ["redacted review", "new block", "redacted tag allow"],
      ["two", "new", "three"]
    ],
    "without one": [
      ["redacted tag allow", "redacted block"],
      ["three", "one"]
    ],
    "with more entries than there are secrets": [
      ["redacted tag", "redacted review", "redacted tag", "redacted tag", "redacted review"],
      ["one", "two", "three", "three", "three"]
    ]
  }
  for (const [how, [sent, expected]] of Object.entries(cases)) {
    it(`keeps the secrets of one url for a document that is sent ${how}`, () => {
      const kept = keepSecrets({ ...document, webhooks: sent.map(entry) }, storedIn(stored.map(entry)))
      assert.deepStrictEqual(secretsOf(kept.webhooks), expected)
    })
  }

  it("keeps the order of entries that only their secrets tell apart", () => {
    const same = ["one block", "two review", "three block"].map(entry)
    const sent = ["redacted review", "redacted block", "redacted block"].map(entry)
    const kept = keepSecrets({ ...document, webhooks: sent }, storedIn(same))
    assert.deepStrictEqual(secretsOf(kept.webhooks), ["two", "one", "three"])
  })

  it("leaves the placeholder where nothing is stored for the url, for validation to refuse", () => {
    const sent = { ...document, webhooks: [entry("redacted block")] }
    assert.deepStrictEqual(secretsOf(keepSecrets(sent, new Map()).webhooks), [keptSecret])
  })
})
