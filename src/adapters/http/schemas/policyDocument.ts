import { Redacted, Schema } from "effect"
import { CheckId } from "../../../domain/policy/CheckId.ts"
import { largestDocument } from "../../../domain/policy/documentSize.ts"
import { withoutSecrets } from "../../../domain/policy/keptSecrets.ts"
import { minorsLines } from "../../../domain/policy/minorsLines.ts"
import { webhookEvents } from "../../../domain/policy/PolicyDocument.ts"
import type { CheckRule, PolicyDocument } from "../../../domain/policy/PolicyDocument.ts"
import { Integer } from "./integers.ts"
import { oneOf } from "./oneOf.ts"
import { StorableText } from "./text.ts"

/** For text whose own limit is a rule on values: only the size of the body limits its shape. */
const longestText = 256 * 1024

const atMost = (characters: number): string => `At most ${characters.toLocaleString("en")} characters.`

/**
 * Text in a policy document, or the name of a preset: at least one character, and nothing that Postgres cannot store.
 */
export const Words = StorableText(1, longestText)

const actionTypes = ["block", "review", "allow", "tag"] as const

const WireAction = Schema.Union([
  Schema.Struct({ type: Schema.Literal("block") }),
  Schema.Struct({ type: Schema.Literal("review") }),
  Schema.Struct({ type: Schema.Literal("allow") }),
  Schema.Struct({
    type: Schema.Literal("tag"),
    tag: Words.annotate({
      description: `The tag to add. The action itself allows. ${atMost(largestDocument.tagName)}`
    })
  })
]).annotate({
  expected: `an object whose type is one of ${actionTypes.map((type) => `"${type}"`).join(", ")}`
})

const Line = Schema.Finite

const WireCheckRule = Schema.Struct({
  enabled: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Default true. False switches the check off and keeps its lines."
    })
  ),
  act: Line.annotate({ description: "From 0 to 1. A score at or above it takes on_act." }),
  review: Line.annotate({
    description: "From 0 to act. A review score at or above it, below act, takes on_review."
  }),
  on_act: WireAction.annotate({ description: "What happens at the act line." }),
  on_review: WireAction.annotate({ description: "What happens at the review line." })
}).annotate({ identifier: "PolicyCheckRule" })

const WireWebhook = Schema.Struct({
  url: Words.annotate({ description: "https:// on a public domain name, at most 2,048 characters." }),
  events: Schema.Array(oneOf(webhookEvents)).annotate({
    description: "The events to send; at least one."
  }),
  secret: Words.annotate({
    description: `At least 16 characters. ${atMost(largestDocument.secret)} Reads return "redacted", and sending "redacted" keeps the stored secret of that url.`
  })
}).annotate({ identifier: "PolicyWebhook" })

const WireTag = Schema.Struct({
  description: Schema.optionalKey(
    StorableText(0, longestText).annotate({
      description: `What the tag means. ${atMost(largestDocument.tagDescription)}`
    })
  )
})

const isTagName = Schema.is(Words)

const Tags = Schema.Record(Schema.String, WireTag)
  .annotate({
    description: `The tags that actions may use, at most ${largestDocument.tags}, with names of at most ${largestDocument.tagName} characters. If it is empty, actions may use any tag.`
  })
  .check(
    Schema.makeFilter(
      (tags: object) =>
        Object.keys(tags).every(isTagName) ||
        "must not have a name that is empty or holds NUL or a lone surrogate"
    )
  )

/** Its type is plain `string`, because a document has only some of the checks. */
const CheckName: Schema.Record.Key & Schema.Codec<string> = Schema.TemplateLiteral([CheckId])

const isCheckId = Schema.is(CheckId)

/** The records keep the order of their keys, which is the policy's order. */
export const WirePolicyDocument = Schema.Struct({
  version: Schema.Literal(1).annotate({
    description: "The version of the document's format.",
    message: "must be 1, the version of the document's format"
  }),
  name: Words.annotate({ description: `The policy's name. ${atMost(largestDocument.name)}` }),
  checks: Schema.Record(CheckName, WireCheckRule).annotate({
    description:
      "The lines and actions of each check. Their order matters: if several checks have the outcome's action, the first is named as the one that decided."
  }),
  adult: Schema.Struct({
    max_level: Integer.annotate({
      description: "From 1 to 5. A level above it takes the adult check's on_act."
    })
  }).annotate({ description: "The adult score is divided into levels from 1 to 5, each 0.2 wide." }),
  youth_coded_adult: oneOf(["review", "block"]).annotate({
    description: "The action if somebody is stated to be an adult but described as young."
  }),
  webhooks: Schema.Array(WireWebhook).annotate({
    description: `The addresses that are called on decisions and verdicts, at most ${largestDocument.webhooks}.`
  }),
  tags: Tags
}).annotate({
  identifier: "PolicyDocument",
  examples: [
    {
      version: 1,
      name: "Image prompts",
      checks: {
        minors_sexual: {
          ...minorsLines,
          on_act: { type: "block" },
          on_review: { type: "review" }
        },
        real_person: {
          act: 0.8,
          review: 0.5,
          on_act: { type: "review" },
          on_review: { type: "tag", tag: "person" }
        }
      },
      adult: { max_level: 3 },
      youth_coded_adult: "review",
      webhooks: [],
      tags: { person: { description: "Names somebody." } }
    }
  ]
})
export type WirePolicyDocument = typeof WirePolicyDocument.Type

export const fromWireDocument = (wire: WirePolicyDocument): PolicyDocument => ({
  version: wire.version,
  name: wire.name,
  checks: Object.entries(wire.checks).flatMap(([check, { on_act: onAct, on_review: onReview, ...rule }]) =>
    isCheckId(check) ? [{ check, ...rule, onAct, onReview }] : []
  ),
  adultMaxLevel: wire.adult.max_level,
  youthCodedAdult: wire.youth_coded_adult,
  webhooks: wire.webhooks.map((webhook) => ({
    ...webhook,
    secret: Redacted.make(webhook.secret)
  })),
  tags: Object.entries(wire.tags).map(([name, tag]) => Object.assign({ name }, tag))
})

const toWireRule = ({ act, check, enabled, onAct, onReview, review }: CheckRule) =>
  [
    check,
    { ...(enabled === undefined ? {} : { enabled }), act, review, on_act: onAct, on_review: onReview }
  ] as const

/** The document as anyone may read it: every secret is replaced by a placeholder. */
export const toWireDocument = (document: PolicyDocument): WirePolicyDocument => ({
  version: document.version,
  name: document.name,
  checks: Object.fromEntries(document.checks.map(toWireRule)),
  adult: { max_level: document.adultMaxLevel },
  youth_coded_adult: document.youthCodedAdult,
  webhooks: withoutSecrets(document).webhooks.map(({ events, secret, url }) => ({
    url,
    events,
    secret: Redacted.value(secret)
  })),
  tags: Object.fromEntries(document.tags.map(({ name, ...tag }) => [name, tag]))
})
