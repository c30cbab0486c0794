import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { migrate } from "../../../../src/adapters/postgres/database.ts"
import { pageOf, stridesOf } from "../../../../src/adapters/postgres/screening/listDecisions.ts"
import type { CheckId } from "../../../../src/domain/policy/CheckId.ts"
import { idRangeOf } from "../../../../src/domain/screening/DecisionFilter.ts"
import type { DecisionFilter } from "../../../../src/domain/screening/DecisionFilter.ts"
import { DecisionId, PolicyId } from "../../../../src/domain/shared/ids.ts"
import { live } from "../../../fixtures.ts"
import { connect, createDatabase } from "../../../support/database.ts"
import { seedDecisions, seededPolicies, seededUsers } from "../../../support/seedDecisions.ts"
import type { Explained, PlanNode } from "../planNodes.ts"
import { nodesIn } from "../planNodes.ts"
import { tenantUuidOf } from "../rows.ts"

/** A service that has run for months: five partitions with decisions, three ahead, and those for all else. */
const start = Date.UTC(2030, 10, 1)
const now = Date.UTC(2031, 2, 20)
const decisions = 40_000
const pageSize = 50

const seed = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const other = "99999999-0000-7000-8000-000000000000"
  yield* sql.unsafe(seedDecisions({ tenantId: tenantUuidOf(live), decisions, from: start, to: now }))
  // Somebody else's, in the last ten days.
  yield* sql.unsafe(seedDecisions({ tenantId: other, decisions: 20_000, from: now - 864e6, to: now }))
  // As autovacuum does, which leaves alone what nothing was written to.
  const written = yield* sql.unsafe<{ readonly partition: string }>(
    "SELECT DISTINCT tableoid::regclass::text AS partition FROM decisions"
  )
  for (const { partition } of written) yield* sql.unsafe(`VACUUM ANALYZE ${partition}`)
})

const Seeded = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* createDatabase("template1")
    for (const moment of [start, now]) {
      yield* TestClock.setTime(moment)
      yield* Effect.provide(migrate, connect(url))
    }
    yield* Effect.provide(seed, connect(url))
    return connect(url, 3)
  })
)

const explain = Effect.fnUntraced(function* (filter: DecisionFilter, after: DecisionId | null) {
  const sql = yield* PgClient.PgClient
  const { from, to } = idRangeOf(filter, after)
  const horizon = BigInt(now) << 80n
  const range = { from, to: to < horizon ? to : horizon }
  return nodesIn(
    yield* sql<Explained>`
      EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${pageOf(live, filter, range, pageSize + 1)}`.unprepared
  )
})

/** A plan names what it may have to open; not all of it is. */
const isOpened = (node: PlanNode) => node["Relation Name"] !== undefined && node["Actual Loops"] > 0

const rowsRead = (nodes: ReadonlyArray<PlanNode>) =>
  nodes
    .filter(isOpened)
    .map((node) => node["Actual Loops"] * (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)))
    .reduce((total, rows) => total + rows, 0)

const orNot = <A>(...values: ReadonlyArray<A>) => [undefined, ...values]

const policies = seededPolicies.map((uuid) => PolicyId.make(`pol_${uuid.replaceAll("-", "")}`))
const absentPolicy = PolicyId.make(`pol_${"0".repeat(32)}`)

/** Every combination of what a caller may ask for, with frequent and rare values, and pairs that never meet. */
const filters: ReadonlyArray<DecisionFilter> = orNot("block" as const, "review" as const).flatMap((outcome) =>
  orNot(true, false).flatMap((dryRun) =>
    orNot<CheckId>("minors_sexual", "copyrighted_ip").flatMap((check) =>
      orNot(policies[1], policies[2], absentPolicy).flatMap((policyId) =>
        orNot(seededUsers.frequent, seededUsers.rare, "nobody").map((user) => ({
          outcome,
          dryRun,
          check,
          policyId,
          user
        }))
      )
    )
  )
)

const month = DateTime.makeUnsafe(Date.UTC(2030, 11, 1))

/** Where in time a page lies. */
const places: Readonly<Record<string, readonly [DecisionFilter, DecisionId | null]>> = {
  "the newest": [{}, null],
  "a month": [{ since: month, until: DateTime.add(month, { months: 1 }) }, null],
  "a prefix": [{ idPrefix: `dec_${now.toString(16).padStart(12, "0").slice(0, 5)}` }, null],
  "after a cursor": [
    {},
    DecisionId.make(`dec_${(now - 1e9).toString(16).padStart(12, "0")}${"7".repeat(20)}`)
  ]
}

/**
 * What a page may read. In the seed there are ten kinds with a user, of each policy as many; finding them costs a row
 * for each partition and each kind, and then each kind may give a page and the page itself is read.
 */
const mostRows = 10 * 3 * 9 + 10 * (pageSize + 1) + (pageSize + 1)

layer(Seeded)("every list of decisions", (it) => {
  it.effect.each(Object.entries(places))(
    "is index ranges of its own tenant and mode, and reads no more than a page of each kind: %s",
    ([, [place, after]]) =>
      Effect.gen(function* () {
        for (const filter of filters) {
          const nodes = yield* explain({ ...filter, ...place }, after)
          const words = JSON.stringify({ ...filter, ...place })
          const scans = nodes.filter(isOpened)
          assert.isNotEmpty(scans)
          for (const scan of scans) {
            const seen = `${words}: ${JSON.stringify(scan)}`
            assert.match(scan["Node Type"], /^Index (Only )?Scan$/, seen)
            assert.include(scan["Index Cond"], "tenant_id = ", seen)
            assert.include(scan["Index Cond"], "mode = ", seen)
            assert.strictEqual(scan["Rows Removed by Filter"] ?? 0, 0, seen)
          }
          assert.isAtMost(rowsRead(nodes), mostRows, words)
        }
      }),
    60_000
  )

  it.effect("opens the partitions one after the other, and none beyond the one that fills the page", () =>
    Effect.gen(function* () {
      const nodes = yield* explain({}, null)
      const opened = nodes.filter(isOpened)
      assert.deepStrictEqual(
        opened.map((node) => node["Relation Name"]),
        ["decisions_2031_03"]
      )
      assert.isEmpty(nodes.filter((node) => node["Node Type"] === "Merge Append"))
    })
  )

  it.effect("leaves out the months that since and until do not reach when it is planned", () =>
    Effect.gen(function* () {
      const [place, after] = places["a month"] ?? [{}, null]
      const nodes = yield* explain({ ...place, outcome: "block", user: seededUsers.frequent }, after)
      const relations = new Set(nodes.flatMap((node) => node["Relation Name"] ?? []))
      assert.isTrue(relations.has("decisions_2030_12"))
      assert.isAtMost(relations.size, 2)
    })
  )
})

describe("the parts in which a page looks for its decisions", () => {
  const idAt = (...date: Parameters<typeof Date.UTC>) => BigInt(Date.UTC(...date)) << 80n

  it("are the newest months first, and then all that is left", () => {
    const to = idAt(2031, 2, 20)
    assert.deepStrictEqual(stridesOf({ from: 0n, to }), [
      { from: idAt(2031, 0, 1), to },
      { from: idAt(2030, 0, 1), to: idAt(2031, 0, 1) },
      { from: 0n, to: idAt(2030, 0, 1) }
    ])
  })

  it("are one for a range that is short", () => {
    for (const range of [
      { from: idAt(2031, 0, 1), to: idAt(2031, 2, 20) },
      { from: 5n, to: 6n },
      { from: 0n, to: 1n }
    ]) {
      assert.deepStrictEqual(stridesOf(range), [range])
    }
  })
})
