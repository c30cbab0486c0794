import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { migrate } from "../../../../src/adapters/postgres/database.ts"
import { createPartitions } from "../../../../src/adapters/postgres/screening/partitions.ts"
import { DecisionLog } from "../../../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../../../src/domain/screening/DecisionLog.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { live, newRecord, newWorkspace } from "../../../fixtures.ts"
import { connect, createDatabase, query } from "../../../support/database.ts"
import { commit, find } from "../../../support/decisionLog.ts"
import { seedDecisions } from "../../../support/seedDecisions.ts"
import { startProcessOnRealClock } from "../process.ts"
import { tenantUuidOf } from "../rows.ts"

/** A database whose first start was at a moment. */
const startedAt = Effect.fnUntraced(function* (moment: number) {
  const url = yield* createDatabase("template1")
  yield* startAgain(url, moment)
  return url
})

const startAgain = Effect.fnUntraced(function* (url: string, moment: number) {
  yield* TestClock.setTime(moment)
  yield* Effect.provide(migrate, connect(url))
})

const partitionsOf = (url: string, table: string) =>
  query<{ readonly suffix: string }>(
    `SELECT substr(inhrelid::regclass::text, length('${table}_') + 1) AS suffix FROM pg_inherits
     WHERE inhparent = '${table}'::regclass`
  ).pipe(
    Effect.map((rows) => rows.map(({ suffix }) => suffix)),
    Effect.provide(connect(url))
  )

const partitionOf = ({ decision }: DecisionRecord) =>
  Effect.map(
    query<{ readonly name: string }>(
      `SELECT tableoid::regclass::text AS name FROM decisions WHERE id = '${decision.id.slice(4)}'`
    ),
    ([row]) => row?.name
  )

const newCommitted = (workspace: Workspace) => Effect.tap(newRecord(workspace), commit)

const assertFound = Effect.fnUntraced(function* (record: DecisionRecord) {
  assert.deepStrictEqual(yield* find(record), Option.some(record.decision))
})

/** Asserts that a list has the decisions of these records and no others, in their order. */
const assertListed = Effect.fnUntraced(function* (
  workspace: Workspace,
  records: ReadonlyArray<DecisionRecord | undefined>
) {
  const page = yield* (yield* DecisionLog).list(workspace, {}, { limit: 50, after: null })
  assert.deepStrictEqual(
    page.items.map(({ id }) => id),
    records.map((record) => record?.decision.id)
  )
})

const januaryOf = (year: number) => Date.UTC(year, 0, 15)

/** The months that a start in a January makes. */
const monthsFromJanuary = (year: number) => [1, 2, 3, 4].map((month) => `${year}_0${month}`)

describe("a clock that is wrong by years", () => {
  const clocks: Readonly<Record<string, ReadonlyArray<number>>> = {
    "in 1970 at the first start": [1970, 2031],
    "73 years ahead at a later start": [2031, 2104, 2031],
    "in 1970 at the first start, and then 73 years ahead": [1970, 2104, 2031]
  }

  it.effect.each(Object.entries(clocks))("makes no partitions for the years in between: %s", ([, years]) =>
    Effect.gen(function* () {
      const [first = 0, ...later] = years
      const url = yield* startedAt(januaryOf(first))
      for (const year of later) yield* startAgain(url, januaryOf(year))
      const expected = [...[...new Set(years)].flatMap(monthsFromJanuary), "earlier", "default"]
      for (const table of ["decisions", "decision_inputs"]) {
        assert.sameMembers(yield* partitionsOf(url, table), expected)
      }
    })
  )

  it.effect("makes none of them either when it jumps while the service runs", () =>
    Effect.gen(function* () {
      const url = yield* startedAt(januaryOf(2031))
      for (const year of [2104, 1970, 2031]) {
        yield* TestClock.setTime(januaryOf(year))
        yield* Effect.provide(createPartitions(), connect(url))
      }
      const expected = [...[2031, 2104].flatMap(monthsFromJanuary), "earlier", "default"]
      assert.sameMembers(yield* partitionsOf(url, "decisions"), expected)
    })
  )

  it.effect("loses no decision, each of which is in the partition of its month", () =>
    Effect.gen(function* () {
      const url = yield* startedAt(januaryOf(1970))
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const records: Array<DecisionRecord> = []
        for (const year of [1970, 2104, 2031]) {
          yield* startAgain(url, januaryOf(year))
          const record = yield* newCommitted(workspace)
          assert.strictEqual(yield* partitionOf(record), `decisions_${year}_01`)
          records.push(record)
        }
        yield* Effect.forEach(records, assertFound)
        const [of1970, , of2031] = records
        yield* assertListed(workspace, [of2031, of1970])
      }).pipe(Effect.provide(yield* startProcessOnRealClock(url)))
    })
  )
})

describe("decisions of a month that was left out", () => {
  it.effect("are found, and get the partition of their month at the next start", () =>
    Effect.gen(function* () {
      const url = yield* startedAt(januaryOf(1970))
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        yield* TestClock.setTime(januaryOf(2000))
        const record = yield* newCommitted(workspace)
        for (const partition of ["decisions_default", "decisions_2000_01"]) {
          assert.strictEqual(yield* partitionOf(record), partition)
          yield* assertFound(record)
          yield* assertListed(workspace, [record])
          yield* startAgain(url, januaryOf(2031))
        }
      }).pipe(Effect.provide(yield* startProcessOnRealClock(url)))
    })
  )

  it.effect("get no more than two dozen partitions at a time", () =>
    Effect.gen(function* () {
      const url = yield* startedAt(januaryOf(1970))
      const seed = {
        tenantId: tenantUuidOf(live),
        decisions: 1_000,
        from: Date.UTC(2000, 0),
        to: Date.UTC(2002, 5, 30)
      }
      yield* Effect.provide(query(seedDecisions(seed)), connect(url))
      const added: Array<number> = []
      for (let start = 1; start <= 3; start += 1) {
        const before = yield* partitionsOf(url, "decisions")
        yield* startAgain(url, januaryOf(2031))
        added.push((yield* partitionsOf(url, "decisions")).length - before.length)
      }
      assert.deepStrictEqual(added, [24, 10, 0])
      const counts =
        "SELECT (SELECT count(*)::int FROM decisions) AS all, (SELECT count(*)::int FROM decisions_default) AS left"
      assert.deepStrictEqual(yield* Effect.provide(query(counts), connect(url)), [{ all: 1_000, left: 0 }])
    })
  )
})
