import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Cron, DateTime, Duration, Effect, Exit, Fiber, Logger, Scope } from "effect"
import { ScheduledJobs } from "../../../src/adapters/postgres/ScheduledJobs.ts"
import { createDatabase } from "../../support/database.ts"
import { eventuallyIs } from "../../support/until.ts"
import { startProcess } from "./process.ts"
import type { Process } from "./process.ts"

/** Due once a year, so that no test meets a new slot by chance. */
const yearly = Cron.parseUnsafe("0 0 1 1 *", "UTC")
const everySecond = Cron.parseUnsafe("* * * * * *", "UTC")

/** Counts how often a job runs, in whichever process. */
const counter = () => {
  const counted = { runs: 0 }
  return { counted, run: Effect.sync(() => (counted.runs += 1)) }
}

const schedule = <E>(process: Process, cron: Cron.Cron, run: Effect.Effect<unknown, E>) =>
  Effect.flatMap(ScheduledJobs, (jobs) => jobs.schedule({ name: "job", cron, run })).pipe(
    Effect.provide(process)
  )

const rows = (process: Process) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    sql.unsafe<{ readonly slot: Date; readonly finished: boolean }>(
      "SELECT slot, finished_at IS NOT NULL AS finished FROM scheduled_jobs ORDER BY slot"
    )
  ).pipe(Effect.provide(process))

const finishedRows = (process: Process) =>
  Effect.map(rows(process), (all) => all.filter(({ finished }) => finished).length)

const until = <E, R>(what: string, holds: Effect.Effect<boolean, E, R>) =>
  eventuallyIs(what, holds, (held) => held)

/** As another process left the slot: with a claim that lasts for so long. */
const leaveClaim = (process: Process, lasts: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    sql.unsafe(
      `INSERT INTO scheduled_jobs (job, slot, claimed_until)
       VALUES ('job', date_trunc('year', now(), 'UTC'), now() + $1::text::interval)`,
      [lasts]
    )
  ).pipe(Effect.provide(process))

const minute = Duration.minutes(1)

/** Only the rest between two looks at a slot is replaced: a test clock would also cut short how long a statement may take. */
const clockWith = Effect.fnUntraced(function* (
  rest: (duration: Duration.Duration) => Effect.Effect<unknown>
) {
  const live = yield* Clock.Clock
  const sleep = (duration: Duration.Duration) =>
    Duration.isGreaterThanOrEqualTo(duration, minute) ? Effect.asVoid(rest(duration)) : live.sleep(duration)
  const clock: Clock.Clock = Object.assign(Object.create(live), { sleep })
  return clock
})

/** By it a minute passes at once, and an hour never. */
const clockWithoutMinutes = (onMinute: Effect.Effect<unknown>) =>
  clockWith((duration) => (Duration.equals(duration, minute) ? onMinute : Effect.never))

/** Schedules the job in a process and waits until that has looked at the last slot, and done what it has to. */
const scheduleAndLook = Effect.fnUntraced(function* (process: Process, run: Effect.Effect<unknown>) {
  let looked = false
  const clock = yield* clockWith(() => {
    looked = true
    return Effect.never
  })
  yield* Effect.provideService(schedule(process, yearly, run), Clock.Clock, clock)
  yield* until(
    "it has looked at the slot",
    Effect.sync(() => looked)
  )
})

describe("a scheduled job", () => {
  it.live("runs once for each slot, in one of the processes", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      let runs = 0
      // The fifth run lasts, so that each finished row is of one of the four before.
      const fourTimes = Effect.suspend(() => ((runs += 1) > 4 ? Effect.never : Effect.void))
      const processes = [yield* startProcess(url), yield* startProcess(url), yield* startProcess(url)]
      const [one] = processes
      assert.isDefined(one)
      for (const process of processes) yield* schedule(process, everySecond, fourTimes)
      yield* until(
        "a slot finished by each of the four runs",
        Effect.map(finishedRows(one), (finished) => finished === 4)
      )
    })
  )

  it.live("makes up for the last slot that was missed, and not again when another process starts", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const { counted, run } = counter()
      const [one, two] = [yield* startProcess(url), yield* startProcess(url)]
      for (const process of [one, two]) {
        yield* scheduleAndLook(process, run)
        assert.strictEqual(counted.runs, 1)
        assert.strictEqual(yield* finishedRows(process), 1)
      }
      const [slot] = yield* rows(one)
      const year = DateTime.startOf(yield* DateTime.now, "year")
      assert.strictEqual(slot?.slot.getTime(), year.epochMilliseconds)
    })
  )

  it.live("is taken over from a process that died, once its claim has run out and no sooner", () =>
    Effect.gen(function* () {
      for (const [lasts, runs] of [
        ["-1 second", 1],
        ["40 seconds", 0],
        // It was made before the clock was set back.
        ["1 day", 1]
      ] as const) {
        const process = yield* startProcess(yield* createDatabase())
        const { counted, run } = counter()
        yield* leaveClaim(process, lasts)
        yield* scheduleAndLook(process, run)
        assert.strictEqual(counted.runs, runs, lasts)
      }
    })
  )

  it.live("is left to the process whose claim came first, if another's statement waited for it", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const [first, second] = [yield* startProcess(url), yield* startProcess(url)]
      const { counted, run } = counter()
      const isWaiting = Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.unsafe(`SELECT 1 FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%scheduled_jobs%'`)
      ).pipe(
        Effect.provide(second),
        Effect.map((waiting) => waiting.length === 1)
      )
      const looking = yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* leaveClaim(first, "0 seconds")
        const fiber = yield* Effect.forkChild(scheduleAndLook(second, run))
        yield* until("the other statement waits", isWaiting)
        // As if this claim had begun after that statement.
        yield* sql`UPDATE scheduled_jobs SET claimed_until = clock_timestamp() + interval '1 minute'`
        return fiber
      }).pipe(
        (self) => Effect.flatMap(PgClient.PgClient, (sql) => sql.withTransaction(self)),
        Effect.provide(first)
      )
      yield* Fiber.join(looking)
      assert.strictEqual(counted.runs, 0)
    })
  )

  it.live("is left to others at once by a process that is told to stop", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const [stopping, other] = [yield* startProcess(url), yield* startProcess(url)]
      const scope = yield* Scope.make()
      let started = 0
      const endless = Effect.andThen(
        Effect.sync(() => (started += 1)),
        Effect.never
      )
      yield* Scope.provide(schedule(stopping, yearly, endless), scope)
      yield* until(
        "the job to start",
        Effect.sync(() => started === 1)
      )
      yield* Scope.close(scope, Exit.void)
      yield* schedule(other, yearly, Effect.void)
      yield* until(
        "the other process to finish it",
        Effect.map(finishedRows(other), (finished) => finished === 1)
      )
    })
  )

  it.live("is tried again after a minute when it failed", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      const events: Array<string> = []
      const clock = yield* clockWithoutMinutes(Effect.sync(() => events.push("minute")))
      const failsOnce = Effect.suspend(() => {
        events.push("run")
        return events.length === 1 ? Effect.fail("not now") : Effect.void
      })
      yield* Effect.provideService(schedule(process, yearly, failsOnce), Clock.Clock, clock)
      yield* until(
        "the job to finish",
        Effect.map(finishedRows(process), (finished) => finished === 1)
      )
      assert.deepStrictEqual(events, ["run", "minute", "run"])
    })
  )

  it.live("is tried again after a minute when its slot could not be claimed by a mistake of ours", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      const { counted, run } = counter()
      const rename = (from: string, to: string) =>
        Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(`ALTER TABLE ${from} RENAME TO ${to}`)).pipe(
          Effect.provide(process),
          Effect.orDie
        )
      yield* rename("scheduled_jobs", "renamed_jobs")
      const clock = yield* clockWithoutMinutes(rename("renamed_jobs", "scheduled_jobs"))
      yield* Effect.provideService(schedule(process, yearly, run), Clock.Clock, clock)
      yield* until(
        "the job to run",
        Effect.sync(() => counted.runs === 1)
      )
    }).pipe(Effect.provide(Logger.layer([])))
  )
})
