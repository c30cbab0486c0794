import { DateTime } from "effect"
import { seededPolicies, seededUsers } from "../../support/seedDecisions.ts"

export const day = 86_400_000

const [frequentPolicy = "", , rarePolicy = ""] = seededPolicies.map(
  (uuid) => `pol_${uuid.replaceAll("-", "")}`
)

const iso = (moment: number) => DateTime.formatIso(DateTime.makeUnsafe(moment))

/** Filters that match often, seldom and never, such as a user of half the decisions who has none in review. */
export const filtersAt = (now: number): Readonly<Record<string, Record<string, string>>> => ({
  nothing: {},
  outcome: { outcome: "block" },
  "dry_run=false": { dry_run: "false" },
  check: { check: "copyrighted_ip" },
  policy: { policy: frequentPolicy },
  "policy, rare": { policy: rarePolicy },
  "user, half of all": { user: seededUsers.frequent },
  user: { user: seededUsers.rare },
  "since and until, a day": {
    since: iso(now - 8 * day),
    until: iso(now - 7 * day)
  },
  id_prefix: { id_prefix: `dec_${(now - 8 * day).toString(16).padStart(12, "0").slice(0, 6)}` },
  "outcome and check": { outcome: "block", check: "minors_sexual" },
  "outcome and check that never meet": { outcome: "block", check: "adult" },
  "policy and outcome": { policy: frequentPolicy, outcome: "review" },
  "policy, rare, and outcome that never meet": { policy: rarePolicy, outcome: "block" },
  "user and outcome that never meet": { user: seededUsers.frequent, outcome: "review" },
  "user and policy that never meet": { user: seededUsers.frequent, policy: rarePolicy },
  everything: {
    user: seededUsers.frequent,
    policy: frequentPolicy,
    outcome: "block",
    check: "minors_sexual",
    dry_run: "false",
    since: iso(now - 18 * day),
    until: iso(now - day),
    id_prefix: "dec_0"
  }
})

export const listPath = (filter: Readonly<Record<string, string>>): string =>
  `/v1/decisions?${new URLSearchParams(filter).toString()}`
