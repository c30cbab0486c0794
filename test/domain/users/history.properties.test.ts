import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Outcome } from "../../../src/domain/policy/Action.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import { EndUsers, withRuleTags } from "../../../src/domain/screening/EndUsers.ts"
import { startUntraced } from "../../../src/domain/shared/stopwatch.ts"
import { Rules } from "../../../src/domain/users/Rules.ts"
import type { RuleTerms } from "../../../src/domain/users/Rules.ts"
import { UserStates } from "../../../src/domain/users/UserStates.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryEndUsers } from "../../fakes/InMemoryEndUsers.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { live, newRecord, policyId, tenant } from "../../fixtures.ts"
import { reaching, terms, when } from "./someRules.ts"

const Step = Schema.Struct({
  /** Seconds since the step before. */
  seconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
  user: Schema.Literals(["a", "b"]),
  outcome: Outcome,
  adult: Schema.Boolean,
  tagged: Schema.Boolean,
  dryRun: Schema.Boolean,
  shadowMode: Schema.Boolean,
  /** Resumes the user first. */
  resumed: Schema.Boolean
})

const SomeRule = Schema.Struct({
  outcomes: Schema.NonEmptyArray(Outcome),
  adult: Schema.Boolean,
  tag: Schema.NullOr(Schema.Literals(["x", "y", "z"])),
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 })),
  windowSeconds: Schema.Literals([60, 120]),
  adds: Schema.NullOr(Schema.Literals(["y", "z"])),
  pauseSeconds: Schema.NullOr(Schema.Literals([30, 90]))
})

const termsOf = ({ adds, adult, count, outcomes, pauseSeconds, tag, windowSeconds }: typeof SomeRule.Type) =>
  terms({
    when: when({ outcomes, check: adult ? "adult" : null, tag }),
    count,
    windowSeconds,
    effect: adds === null ? { type: "pause", seconds: pauseSeconds } : { type: "tag", tag: adds }
  })

interface Past {
  readonly at: number
  readonly user: string
  readonly outcome: Outcome
  readonly adult: boolean
  readonly tags: ReadonlyArray<string>
}

/** The rules by the book: all that ever happened is kept, and looked through each time. */
const makeModel = (rules: ReadonlyArray<RuleTerms>) => {
  const past: Array<Past> = []
  const pausedUntil = new Map<string, number>()
  const resumedAt = new Map<string, number>()

  const fits = ({ when }: RuleTerms, { adult, outcome, tags }: Omit<Past, "at" | "user">) =>
    when.outcomes.includes(outcome) &&
    (when.check === null || adult) &&
    (when.tag === null || tags.includes(when.tag))

  const isEnough = (rule: RuleTerms, decision: Omit<Past, "at">, counts: boolean, now: number) => {
    const pauses = rule.effect.type === "pause"
    const own = counts && fits(rule, decision) ? 1 : 0
    if (pauses && own === 0) return false
    const from = pauses ? (resumedAt.get(decision.user) ?? 0) : 0
    const earlier = past.filter(
      (one) =>
        one.user === decision.user &&
        one.at > now - rule.windowSeconds * 1_000 &&
        one.at > from &&
        fits(rule, one)
    )
    return earlier.length + own >= rule.count
  }

  const isPausedAt = (user: string, now: number) => (pausedUntil.get(user) ?? 0) > now

  const pause = (user: string, effect: RuleTerms["effect"], now: number) => {
    const seconds = effect.type === "pause" ? (effect.seconds ?? Infinity) : 0
    pausedUntil.set(user, Math.max(now + seconds * 1_000, pausedUntil.get(user) ?? 0))
  }

  return {
    resume: (user: string, now: number) => {
      if (!isPausedAt(user, now)) return
      pausedUntil.delete(user)
      resumedAt.set(user, now)
    },
    decide: (step: typeof Step.Type, now: number) => {
      const { dryRun, outcome, shadowMode, tagged, user } = step
      const isPaused = isPausedAt(user, now)
      const counts = !dryRun && (!isPaused || outcome === "block")
      const tags = new Set(tagged ? ["x"] : [])
      const holding = (type: RuleTerms["effect"]["type"]) =>
        rules
          .filter((rule) => rule.effect.type === type)
          .filter((rule) => isEnough(rule, { ...step, tags: [...tags] }, counts, now))
          .map(({ effect }) => effect)
      for (const _round of rules) {
        for (const effect of holding("tag")) if (effect.type === "tag") tags.add(effect.tag)
      }
      if (!shadowMode) for (const effect of holding("pause")) pause(user, effect, now)
      if (counts) past.push({ ...step, at: now, tags: [...tags] })
      return { isPaused, tags: [...tags].sort() }
    }
  }
}

const world = InMemoryEndUsers.pipe(Layer.provideMerge(InMemoryDecisionLog), Layer.provideMerge(SeededRandom))

const decideOnce = Effect.fnUntraced(function* (step: typeof Step.Type) {
  const log = yield* DecisionLog
  const { adult, dryRun, outcome, shadowMode, tagged, user } = step
  const checks = reaching(...(adult ? (["adult"] as const) : []))
  const routing = { outcome, tags: tagged ? ["x"] : [], decidedBy: null, checks }
  return yield* (yield* EndUsers).withRuling(
    startUntraced(yield* Clock.Clock),
    { workspace: live, user, policyId, routing, dryRun, shadowMode },
    Effect.fnUntraced(function* ({ applied, isPaused, update }) {
      const byPause = isPaused && outcome !== "block"
      const tags = withRuleTags(routing.tags, applied)
      const record = yield* newRecord(live, {
        decision: {
          user,
          tags,
          checks: checks.map((check) => ({
            ...check,
            version: 1,
            onAct: { type: "block" as const },
            onReview: { type: "review" as const },
            fired: [],
            signals: [],
            floors: []
          })),
          dryRun,
          outcome: byPause ? "block" : outcome,
          decidedBy: byPause
            ? { check: "user_paused", policyLine: null, action: { type: "block" as const } }
            : null
        }
      })
      yield* log.commit(update === null ? record : { ...record, userUpdate: update })
      return { isPaused, tags: [...tags].sort() }
    })
  )
})

describe("whatever the rules and whatever the user does", () => {
  it.effect.prop(
    "each decision is tagged and each user paused as a model says that keeps all that ever happened",
    [Schema.Array(SomeRule).check(Schema.isMaxLength(5)), Schema.Array(Step)],
    ([someRules, steps]) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 10, 20))
        const rules = someRules.map(termsOf)
        const store = yield* Rules
        for (const rule of rules) yield* store.create(tenant.id, rule, null, { type: "operator" })
        const model = makeModel(rules)
        for (const step of steps) {
          // At least a millisecond, so that no two things happen at once.
          yield* TestClock.adjust(step.seconds * 1_000 + 1)
          if (step.resumed) {
            const change = {
              workspace: live,
              user: step.user,
              actor: { type: "operator" },
              note: null
            } as const
            yield* (yield* UserStates).resume(change)
            model.resume(step.user, DateTime.toEpochMillis(yield* DateTime.now))
            yield* TestClock.adjust(1)
          }
          const now = DateTime.toEpochMillis(yield* DateTime.now)
          assert.deepStrictEqual(yield* decideOnce(step), model.decide(step, now))
        }
      }).pipe(Effect.provide(world))
  )
})
