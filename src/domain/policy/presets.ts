import { Array } from "effect"
import type { Option } from "effect"
import type { Action } from "./Action.ts"
import type { CheckId } from "./CheckId.ts"
import { minorsLines } from "./minorsLines.ts"
import type { CheckRule, PolicyDocument } from "./PolicyDocument.ts"

/** A policy to start from. */
export interface Preset {
  readonly name: string
  readonly policy: PolicyDocument
}

const block: Action = { type: "block" }
const review: Action = { type: "review" }
const tag = (tag: string): Action => ({ type: "tag", tag })

type Line = readonly [line: number, action: Action]

const rule = (check: CheckId, [act, onAct]: Line, [review, onReview]: Line): CheckRule => ({
  check,
  enabled: true,
  act,
  review,
  onAct,
  onReview
})

const minors = (onReview: Action): CheckRule =>
  rule("minors_sexual", [minorsLines.act, block], [minorsLines.review, onReview])

/** A check that is switched off, with lines for when it is switched on. */
const off = (check: CheckId): CheckRule => ({
  ...rule(check, [0.5, block], [0.3, review]),
  enabled: false
})

const preset = (
  name: string,
  policy: Pick<PolicyDocument, "checks" | "adultMaxLevel" | "youthCodedAdult" | "tags">
): Preset => ({ name, policy: { version: 1, name, ...policy, webhooks: [] } })

const descriptions = {
  adult: "Adult content.",
  "adult-review": "Possibly adult content.",
  "real-person": "Possibly names or describes a real person.",
  ip: "Copyrighted characters, brands or works.",
  "ip-review": "Possibly copyrighted characters, brands or works."
}

const tags = (...names: ReadonlyArray<keyof typeof descriptions>): PolicyDocument["tags"] =>
  names.map((name) => ({ name, description: descriptions[name] }))

export const presets: ReadonlyArray<Preset> = [
  preset("adult-platform", {
    checks: [
      minors(review),
      rule("adult", [0.7, tag("adult")], [0.35, tag("adult-review")]),
      rule("real_person", [0.5, review], [0.3, tag("real-person")]),
      rule("copyrighted_ip", [0.5, tag("ip")], [0.3, tag("ip-review")])
    ],
    adultMaxLevel: 5,
    youthCodedAdult: "review",
    tags: tags("adult", "adult-review", "real-person", "ip", "ip-review")
  }),
  preset("chat-assistant", {
    checks: [
      minors(review),
      rule("adult", [0.5, block], [0.3, review]),
      off("real_person"),
      off("copyrighted_ip")
    ],
    adultMaxLevel: 1,
    youthCodedAdult: "block",
    tags: []
  }),
  preset("stock-imagery", {
    checks: [
      minors(block),
      rule("adult", [0.5, block], [0.3, review]),
      rule("real_person", [0.5, block], [0.3, review]),
      rule("copyrighted_ip", [0.4, block], [0.2, review])
    ],
    adultMaxLevel: 2,
    youthCodedAdult: "block",
    tags: []
  }),
  preset("family-app", {
    checks: [
      minors(block),
      rule("adult", [0.35, block], [0.2, review]),
      rule("real_person", [0.3, review], [0.15, tag("real-person")]),
      rule("copyrighted_ip", [0.3, review], [0.15, tag("ip")])
    ],
    adultMaxLevel: 1,
    youthCodedAdult: "block",
    tags: tags("real-person", "ip")
  })
]

export const findPreset = (name: string): Option.Option<Preset> =>
  Array.findFirst(presets, (preset) => preset.name === name)
