import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { Outcome } from "../../../src/domain/policy/Action.ts"
import { WebhookEvent } from "../../../src/domain/policy/PolicyDocument.ts"
import { consequencesOf } from "../../../src/domain/screening/consequences.ts"
import type { Circumstances } from "../../../src/domain/screening/consequences.ts"
import { Mode } from "../../../src/domain/shared/Workspace.ts"
import { webhook } from "../../fixtures.ts"
import { routed } from "./circumstances.ts"

const types = Schema.Literals(["block", "review", "allow"])
const anyCircumstances: Arbitrary.Arbitrary<Circumstances> = Arbitrary.schema(
  Schema.Struct({
    outcome: Outcome,
    tags: Schema.Array(Schema.Literals(["adult", "ip"])),
    actions: Schema.Array(Schema.Struct({ minors: Schema.Boolean, type: types })),
    events: Schema.Array(Schema.Array(WebhookEvent)),
    mode: Mode,
    dryRun: Schema.Boolean,
    shadowMode: Schema.Boolean
  })
).pipe(
  Arbitrary.map(({ actions, events, ...rest }) => ({
    ...rest,
    checks: actions.map(({ minors, type }) => routed(minors ? "minors_sexual" : "adult", type, 0.4)),
    webhooks: events.map((list, index) => webhook(`https://h${index}.example.com`, ...list))
  }))
)

describe("whatever the circumstances", () => {
  it.prop("nothing is delivered for a test key or a dry run", [anyCircumstances], ([some]) => {
    for (const dryRun of [true, false]) {
      const { deliveries, webhookEvents } = consequencesOf({
        ...some,
        dryRun,
        mode: dryRun ? some.mode : "test"
      })
      assert.deepStrictEqual([deliveries, webhookEvents], [[], []])
    }
  })

  it.prop("nothing is done in shadow mode unless the minors check blocked", [anyCircumstances], ([some]) => {
    const minorsBlocked = some.checks.find(({ check }) => check === "minors_sexual")?.action.type === "block"
    const result = consequencesOf({ ...some, shadowMode: true })
    assert.strictEqual(result.shadowMode, !minorsBlocked)
    if (!minorsBlocked) assert.isFalse(result.opensReview || result.deliveries.length > 0)
  })

  it.prop(
    "each webhook gets an event at most once, and only what it listens for",
    [anyCircumstances],
    ([some]) => {
      const { deliveries, webhookEvents } = consequencesOf(some)
      const sent = deliveries.map(({ event, url }) => `${url} ${event}`)
      assert.strictEqual(new Set(sent).size, sent.length)
      assert.deepStrictEqual(new Set(deliveries.map(({ event }) => event)), new Set(webhookEvents))
      for (const { event, url } of deliveries) {
        assert.isTrue(some.webhooks.some((webhook) => webhook.url === url && webhook.events.includes(event)))
      }
    }
  )
})
