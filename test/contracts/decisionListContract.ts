import { assert, layer } from "@effect/vitest"
import { Array as Arrays, DateTime, Effect, Schema } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { Outcome } from "../../src/domain/policy/Action.ts"
import { CheckId, checkIds } from "../../src/domain/policy/CheckId.ts"
import type { DecidedCheck, Decision } from "../../src/domain/screening/Decision.ts"
import type { DecisionFilter, DecisionListItem } from "../../src/domain/screening/DecisionFilter.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import { createdAtOf, PolicyId } from "../../src/domain/shared/ids.ts"
import type { DecisionId } from "../../src/domain/shared/ids.ts"
import type { Page } from "../../src/domain/shared/Page.ts"
import type { Workspace } from "../../src/domain/shared/Workspace.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { matches, newestFirst, toListItem } from "../fakes/InMemoryDecisionLog.ts"
import { decidedCheck, decisionIdAt, idOf, newDecision, newWorkspace } from "../fixtures.ts"

type Ports = DecisionLog | Tenants | SecureRandom.SecureRandom

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const oneOf = between(0, 2)

const policies = ["3", "4", "5"].map((digit) => PolicyId.make(idOf("pol", digit)))
const users = [null, "anna", "bob'; --"]

/** Milliseconds between two decisions: none, a few, or a month or two. */
const gaps = [0, 1, 20, 40 * 86_400_000]

/** A decision as numbers, few enough of each that decisions meet in every filter. */
const Drawn = Schema.Struct({
  gap: between(0, gaps.length - 1),
  outcome: Outcome,
  dryRun: Schema.Boolean,
  policy: oneOf,
  user: oneOf,
  reached: between(0, 2 ** checkIds.length - 1),
  /** The check that decided without reaching a line, if any. */
  decided: Schema.NullOr(CheckId)
})

/** A filter whose times and prefix are taken from one of the decisions. */
const DrawnFilter = Schema.Struct({
  outcome: Schema.optionalKey(Outcome),
  dryRun: Schema.optionalKey(Schema.Boolean),
  check: Schema.optionalKey(CheckId),
  policy: Schema.optionalKey(oneOf),
  user: Schema.optionalKey(between(1, 2)),
  since: Schema.optionalKey(between(0, 24)),
  until: Schema.optionalKey(between(0, 24)),
  prefixOf: Schema.optionalKey(between(0, 24)),
  prefixLength: between(0, 36)
})

const checksOf = ({ reached }: typeof Drawn.Type): ReadonlyArray<DecidedCheck> =>
  checkIds.map((check, index) => ({
    ...decidedCheck,
    check,
    reviewScore: (reached >> index) % 2 === 0 ? 0.1 : 0.4
  }))

const decisionsOf = Effect.fnUntraced(function* (
  workspace: Workspace,
  drawn: ReadonlyArray<typeof Drawn.Type>,
  start: number
) {
  const made: Array<Decision> = []
  let moment = start
  for (const one of drawn) {
    moment += gaps[one.gap] ?? 0
    const { decided, dryRun, outcome, policy, user } = one
    made.push(
      yield* newDecision(workspace, {
        id: yield* decisionIdAt(moment),
        outcome,
        dryRun,
        policy: { id: policies[policy] ?? idOfPolicy, version: 1 + policy },
        user: users[user] ?? null,
        tags: dryRun ? ["a", "\0"] : [],
        checks: checksOf(one),
        decidedBy: decided === null ? null : { check: decided, policyLine: null, action: { type: "block" } }
      })
    )
  }
  return made
})

const idOfPolicy = PolicyId.make(idOf("pol", "3"))

const filterOf = (drawn: typeof DrawnFilter.Type, decisions: ReadonlyArray<Decision>): DecisionFilter => {
  const at = (index: number | undefined) => (index === undefined ? undefined : decisions[index]?.id)
  const timeAt = (id: DecisionId | undefined) => (id === undefined ? undefined : createdAtOf(id))
  return {
    outcome: drawn.outcome,
    dryRun: drawn.dryRun,
    check: drawn.check,
    policyId: drawn.policy === undefined ? undefined : policies[drawn.policy],
    user: drawn.user === undefined ? undefined : (users[drawn.user] ?? undefined),
    since: timeAt(at(drawn.since)),
    until: timeAt(at(drawn.until)),
    idPrefix: at(drawn.prefixOf)?.slice(0, drawn.prefixLength)
  }
}

const commitAll = Effect.fnUntraced(function* (workspace: Workspace, decisions: ReadonlyArray<Decision>) {
  const log = yield* DecisionLog
  yield* Effect.forEach(
    decisions,
    (decision) => log.commit({ workspace, decision, deliveries: [], claim: null, testAllowance: null }),
    { concurrency: "unbounded", discard: true }
  )
})

/** Every page of a list, with something done between one and the next. */
const readAll = Effect.fnUntraced(function* <E, R>(
  workspace: Workspace,
  filter: DecisionFilter,
  limits: ReadonlyArray<number>,
  between: (page: number) => Effect.Effect<void, E, R>
) {
  const log = yield* DecisionLog
  const read: Array<DecisionListItem> = []
  let after: DecisionId | null = null
  for (let page = 0; ; page += 1) {
    const limit = limits[page % limits.length] ?? 1
    const { isLast, items }: Page<DecisionListItem> = yield* log.list(workspace, filter, { limit, after })
    assert.isAtMost(items.length, limit)
    read.push(...items)
    if (isLast) return read
    assert.lengthOf(items, limit)
    after = items.at(-1)?.id ?? after
    yield* between(page)
  }
})

/** What every DecisionLog lists, whatever keeps it. */
export const decisionListContract = <E>(name: string, implementation: Layer.Layer<Ports, E>) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect.prop(
      "lists what a filter selects, newest first, in pages that lose and repeat nothing while more is committed",
      {
        drawn: Schema.Array(Drawn).check(Schema.isMaxLength(25)),
        filters: Schema.Array(DrawnFilter).check(Schema.isMinLength(4), Schema.isMaxLength(8)),
        later: Schema.Array(Drawn).check(Schema.isMaxLength(5)),
        limits: Schema.NonEmptyArray(between(1, 7))
      },
      ({ drawn, filters, later, limits }) =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          const others = { ...workspace, mode: "live" as const }
          const now = (yield* DateTime.now).epochMilliseconds
          const start = now - 1_050 * 86_400_000
          const decisions = yield* decisionsOf(workspace, drawn, start)
          yield* commitAll(workspace, decisions)
          yield* commitAll(others, yield* decisionsOf(others, drawn, start))
          const commitLater = Effect.flatMap(decisionsOf(workspace, later, now), (more) =>
            commitAll(workspace, more)
          )
          for (const drawnFilter of [...filters, { prefixLength: 0 }]) {
            const filter = filterOf(drawnFilter, decisions)
            const read = yield* readAll(workspace, filter, limits, (page) =>
              page > 2 ? Effect.void : commitLater
            )
            const expected = decisions.filter(matches(filter)).toSorted(newestFirst).map(toListItem)
            const known = new Set(decisions.map(({ id }) => id))
            // What an earlier filter's pages added in between is newer than all of these.
            assert.deepStrictEqual(
              read.filter(({ id }) => known.has(id)),
              expected
            )
            assert.deepStrictEqual(read.toSorted(newestFirst), read)
            assert.strictEqual(new Set(read.map(({ id }) => id)).size, read.length)
          }
        }),
      { arbitrary: { runs: 25 }, timeout: 60_000 }
    )

    it.effect("has room for a page of exactly what is there, and says that it is the last", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const log = yield* DecisionLog
        const list = (limit: number) => log.list(workspace, { outcome: "allow" }, { limit, after: null })
        assert.deepStrictEqual(yield* list(1), { items: [], isLast: true })
        yield* commitAll(workspace, [yield* newDecision(workspace), yield* newDecision(workspace)])
        assert.deepStrictEqual(
          (yield* Effect.forEach([1, 2, 3], list)).map(({ items, isLast }) => [items.length, isLast]),
          [
            [1, false],
            [2, true],
            [2, true]
          ]
        )
      })
    )

    it.effect("begins with the millisecond of since, and ends before that of until", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const log = yield* DecisionLog
        const moment = (yield* DateTime.now).epochMilliseconds - 1_000
        const ids = yield* Effect.forEach([0, 1, 1, 2], (ahead) => decisionIdAt(moment + ahead))
        yield* commitAll(workspace, yield* Effect.forEach(ids, (id) => newDecision(workspace, { id })))
        const listed = Effect.fnUntraced(function* (since: number, until: number) {
          const filter = {
            since: DateTime.makeUnsafe(moment + since),
            until: DateTime.makeUnsafe(moment + until)
          }
          return (yield* log.list(workspace, filter, { limit: 9, after: null })).items.map(({ id }) => id)
        })
        assert.deepStrictEqual(yield* listed(1, 2), ids.slice(1, 3).toSorted().toReversed())
        assert.deepStrictEqual(yield* listed(0, 3), ids.toSorted().toReversed())
        assert.deepStrictEqual(yield* listed(2, 2), [])
        assert.deepStrictEqual(yield* listed(3, 0), [])
      })
    )

    it.effect("finds ids by how they start, and nothing by what no id starts with", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const log = yield* DecisionLog
        const decision = yield* newDecision(workspace)
        yield* commitAll(workspace, [decision])
        const count = (idPrefix: string) =>
          Effect.map(
            log.list(workspace, { idPrefix }, { limit: 9, after: null }),
            ({ items }) => items.length
          )
        const prefixes = Arrays.range(0, decision.id.length).map((length) => decision.id.slice(0, length))
        assert.deepStrictEqual(
          yield* Effect.forEach(prefixes, count),
          prefixes.map(() => 1)
        )
        const wrong = [
          `${decision.id}0`,
          "pol_",
          "DEC_",
          "dec_g",
          decision.id.slice(4),
          "dec_\0",
          " dec_",
          "dec_f",
          `dec_${"f".repeat(32)}`,
          `dec_${"0".repeat(32)}`,
          "%"
        ]
        assert.deepStrictEqual(
          yield* Effect.forEach(wrong, count),
          wrong.map(() => 0)
        )
      })
    )
  })
