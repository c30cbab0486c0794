import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { lookStatement } from "../../../src/adapters/postgres/BacklogPostgres.ts"
import { Backlog, mostCounted } from "../../../src/domain/shared/Backlog.ts"
import { createDatabase } from "../../support/database.ts"
import { startProcess } from "./process.ts"

const tenant = "'00000000-0000-7000-8000-000000000001'::uuid"

/** Deliveries; `due` is an interval from now, or null for those that have ended. */
const deliveries = (count: number, due: string | null) => `
  INSERT INTO webhook_deliveries
    (tenant_id, mode, id, decision_id, policy_id, policy_version, url, event, status, next_attempt_at)
  SELECT ${tenant}, 'live', uuidv7(), ${tenant}, ${tenant}, 1, 'https://hooks.example.com/' || n % 7, 'block',
    '${due === null ? "delivered" : "waiting"}', ${due === null ? "NULL" : `now() + interval '${due}'`}
  FROM generate_series(1, ${count}) n`

/** Review items, made so long ago. */
const reviews = (count: number, mode: string, status: string, age: string) => `
  INSERT INTO review_items (tenant_id, mode, id, decision_id, status)
  SELECT ${tenant}, '${mode}', uuidv7(-interval '${age}'), ${tenant}, '${status}'
  FROM generate_series(1, ${count}) n`

const setUp = Effect.gen(function* () {
  const url = yield* createDatabase()
  return { url, process: yield* startProcess(url) }
})

type Process = Effect.Success<typeof setUp>["process"]

const run = (process: Process, ...statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    return yield* Effect.forEach(statements, (statement) => sql.unsafe<Record<string, unknown>>(statement))
  }).pipe(Effect.provide(process))

const knownLevelsOf = (process: Process) =>
  Effect.flatMap(Backlog, ({ levels }) => levels).pipe(Effect.provide(process))

const levelsOf = (process: Process) => Effect.flatMap(knownLevelsOf(process), Effect.fromOption)

/** What another process does while a first one measures and does not come to an end. */
const whileMeasured = <A, E, R>(process: Process, use: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    return yield* Effect.flip(
      sql.withTransaction(
        Effect.andThen(sql`SELECT FROM queue_levels FOR UPDATE`, Effect.flatMap(use, Effect.fail))
      )
    )
  }).pipe(Effect.provide(process))

const lookAgain = (process: Process) => run(process, "UPDATE queue_levels SET next_look_at = '-infinity'")

describe("the backlog", () => {
  it.live("is empty at first, and later what has not ended and what is open", () =>
    Effect.gen(function* () {
      const { process } = yield* setUp
      const none = { open: 0, age: 0 }
      assert.deepStrictEqual(yield* levelsOf(process), {
        deliveries: { due: 0, later: 0, overdue: 0 },
        reviews: { live: none, test: none }
      })
      yield* run(
        process,
        deliveries(5, null),
        deliveries(3, "-1 minute"),
        deliveries(4, "1 hour"),
        reviews(1, "live", "open", "2 hours"),
        reviews(6, "live", "open", "1 hour"),
        reviews(9, "live", "allowed", "3 hours"),
        reviews(2, "test", "open", "0 hours")
      )
      yield* lookAgain(process)
      const levels = yield* levelsOf(process)
      assert.deepInclude(levels.deliveries, { due: 3, later: 4 })
      assert.isAtLeast(levels.deliveries.overdue, 60_000)
      assert.isBelow(levels.deliveries.overdue, 120_000)
      assert.deepStrictEqual([levels.reviews.live.open, levels.reviews.test.open], [7, 2])
      assert.isAtLeast(levels.reviews.live.age, 7_200_000)
      assert.isBelow(levels.reviews.live.age, 7_260_000)
    })
  )

  it.live("is looked at although the clock was set back since it was", () =>
    Effect.gen(function* () {
      const { process } = yield* setUp
      yield* levelsOf(process)
      yield* run(
        process,
        deliveries(3, "1 hour"),
        "UPDATE queue_levels SET next_look_at = now() + interval '1 day'"
      )
      assert.deepInclude((yield* levelsOf(process)).deliveries, { later: 3 })
    })
  )

  it.live("is not known to another process while the first ever to look does so", () =>
    Effect.gen(function* () {
      const { process, url } = yield* setUp
      const other = yield* startProcess(url)
      assert.deepStrictEqual(yield* whileMeasured(process, knownLevelsOf(other)), Option.none())
      assert.strictEqual((yield* levelsOf(other)).deliveries.later, 0)
    })
  )

  it.live("is looked at by one process for all, however many ask", () =>
    Effect.gen(function* () {
      const { process, url } = yield* setUp
      const others = yield* Effect.forEach([1, 2, 3], () => startProcess(url))
      const first = yield* levelsOf(process)
      yield* run(process, deliveries(3, "1 hour"))
      const seen = yield* Effect.forEach([process, ...others], levelsOf, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        new Set(seen.map((levels) => JSON.stringify(levels))),
        new Set([JSON.stringify(first)])
      )
      yield* lookAgain(process)
      assert.strictEqual((yield* levelsOf(others[0] ?? process)).deliveries.later, 3)
      assert.strictEqual((yield* levelsOf(process)).deliveries.later, 3)
    })
  )

  it.live("is shown as it was while another process looks, and by the next when that one dies", () =>
    Effect.gen(function* () {
      const { process, url } = yield* setUp
      const other = yield* startProcess(url)
      yield* levelsOf(process)
      yield* run(process, deliveries(3, "1 hour"))
      yield* lookAgain(process)
      const meanwhile = yield* whileMeasured(process, levelsOf(other))
      assert.deepInclude(meanwhile, { deliveries: { due: 0, later: 0, overdue: 0 } })
      assert.strictEqual((yield* levelsOf(other)).deliveries.later, 3)
    })
  )

  it.live(
    "is read from the small indexes, whatever the planner takes the tables for, and up to a bound",
    () =>
      Effect.gen(function* () {
        const { process } = yield* setUp
        // Without statistics a planner holds all of them for open.
        yield* run(process, deliveries(20_000, null), reviews(20_000, "live", "allowed", "1 hour"))
        const explained = () =>
          Effect.gen(function* () {
            const sql = yield* PgClient.PgClient
            return yield* sql.withTransaction(
              Effect.gen(function* () {
                yield* sql`SET LOCAL enable_seqscan = off`
                return yield* sql.unsafe<Record<string, unknown>>(`EXPLAIN (COSTS OFF) ${lookStatement}`)
              })
            )
          }).pipe(
            Effect.provide(process),
            Effect.map((rows) => JSON.stringify(rows))
          )
        assert.notInclude(yield* explained(), "Seq Scan on webhook_deliveries")
        assert.notInclude(yield* explained(), "Seq Scan on review_items")
        yield* run(process, deliveries(mostCounted + 10, "1 hour"), "ANALYZE")
        const plan = yield* explained()
        for (const table of ["webhook_deliveries", "review_items"])
          assert.notInclude(plan, `Seq Scan on ${table}`)
        yield* lookAgain(process)
        assert.strictEqual((yield* levelsOf(process)).deliveries.later, mostCounted)
      })
  )
})
