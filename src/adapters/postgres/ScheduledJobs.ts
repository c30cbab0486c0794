import { PgClient } from "@effect/sql-pg"
import { Context, Cron, DateTime, Duration, Effect, Exit, Layer } from "effect"
import type { Scope } from "effect"
import { errorNames, logDefect } from "../../domain/shared/logDefect.ts"
import { resilient } from "./resilience.ts"

export interface ScheduledJob<E, R> {
  /** The job's name in the database. Under another name it is another job. */
  readonly name: string
  /** The moments at which the job is due, called its slots. In UTC. */
  readonly cron: Cron.Cron
  /** Must tolerate being stopped anywhere and run again from the start. */
  readonly run: Effect.Effect<unknown, E, R>
}

/**
 * Runs each job once for each of its slots while the service runs, in whichever process comes first.
 *
 * A process that runs a job holds a claim on the slot and renews it. If the process dies, another takes over once the
 * claim has expired. A job that fails is tried again. If no process was running at a slot, the first one to start makes
 * up for it. Of several missed slots only the last is made up for, because a job does everything that is due.
 */
export class ScheduledJobs extends Context.Service<
  ScheduledJobs,
  { readonly schedule: <E, R>(job: ScheduledJob<E, R>) => Effect.Effect<void, never, R | Scope.Scope> }
>()("prescreen/adapters/postgres/ScheduledJobs") {}

const claimLasts = "interval '1 minute'"
const renewEvery = Duration.seconds(20)
/** How long to wait before looking again at a slot that is not finished. */
const retryAfter = Duration.minutes(1)
/** The longest sleep, so that a change of the clock is noticed. */
const longestSleep = Duration.hours(1)
/** How long the database remembers that a slot was finished. */
const remembered = "interval '90 days'"

const makeClaims = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const of = (statement: string) => (job: string, slot: DateTime.Utc) =>
    resilient(sql.unsafe(statement, [job, DateTime.formatIso(slot)]))
  return {
    isFinished: (job: string, slot: DateTime.Utc) =>
      Effect.map(
        of(`SELECT 1 FROM scheduled_jobs
            WHERE job = $1::text AND slot = $2::text::timestamptz AND finished_at IS NOT NULL`)(job, slot),
        (rows) => rows.length > 0
      ),
    /**
     * Whether the slot was claimed. An existing claim that ends later than any claim can was made before the clock was
     * set back, and does not count. That is judged by the time at which the claim is seen, because this statement may
     * have begun before the other one and waited for it.
     */
    take: (job: string, slot: DateTime.Utc) =>
      Effect.map(
        of(`INSERT INTO scheduled_jobs (job, slot, claimed_until)
            VALUES ($1::text, $2::text::timestamptz, now() + ${claimLasts})
            ON CONFLICT (job, slot) DO UPDATE SET claimed_until = excluded.claimed_until
            WHERE scheduled_jobs.finished_at IS NULL
              AND NOT scheduled_jobs.claimed_until
                BETWEEN clock_timestamp() AND clock_timestamp() + ${claimLasts}
            RETURNING job`)(job, slot),
        (rows) => rows.length > 0
      ),
    renew: of(`UPDATE scheduled_jobs SET claimed_until = now() + ${claimLasts}
               WHERE job = $1::text AND slot = $2::text::timestamptz`),
    release: of(`UPDATE scheduled_jobs SET claimed_until = '-infinity'
                 WHERE job = $1::text AND slot = $2::text::timestamptz`),
    finish: of(`WITH finished AS (
                  UPDATE scheduled_jobs SET finished_at = now()
                  WHERE job = $1::text AND slot = $2::text::timestamptz
                )
                DELETE FROM scheduled_jobs
                WHERE job = $1::text AND slot < $2::text::timestamptz - ${remembered}`)
  }
})

/**
 * The latest slot that has begun. `prev` leaves out the moment it is given, but a slot of that very moment has begun.
 */
const lastSlot = (cron: Cron.Cron, now: DateTime.Utc): DateTime.Utc =>
  DateTime.makeUnsafe(Cron.prev(cron, DateTime.add(now, { milliseconds: 1 })))

const untilNextSlot = (cron: Cron.Cron, now: DateTime.Utc): Duration.Duration =>
  Duration.min(longestSleep, DateTime.distance(now, DateTime.makeUnsafe(Cron.next(cron, now))))

export const ScheduledJobsPostgres = Layer.effect(
  ScheduledJobs,
  Effect.gen(function* () {
    const claims = yield* makeClaims

    const runClaimed = Effect.fnUntraced(function* <E, R>(
      { name, run }: ScheduledJob<E, R>,
      slot: DateTime.Utc
    ) {
      const renewal = claims.renew(name, slot).pipe(Effect.ignore, Effect.delay(renewEvery), Effect.forever)
      const exit = yield* Effect.exit(Effect.raceFirst(run, renewal)).pipe(
        Effect.onInterrupt(() => Effect.ignore(claims.release(name, slot)))
      )
      if (Exit.isSuccess(exit)) {
        yield* claims.finish(name, slot)
        return true
      }
      yield* Effect.logWarning("A scheduled job failed and will be tried again").pipe(
        Effect.annotateLogs({ job: name, errors: errorNames(exit.cause) })
      )
      yield* claims.release(name, slot)
      return false
    })

    /** Whether this process has nothing more to do for the slot. */
    const attempt = Effect.fnUntraced(
      function* <E, R>(job: ScheduledJob<E, R>, slot: DateTime.Utc) {
        if (yield* claims.isFinished(job.name, slot)) return true
        return (yield* claims.take(job.name, slot)) && (yield* runClaimed(job, slot))
      },
      // The database is away, which has been logged.
      Effect.orElseSucceed(() => false),
      Effect.catchCause((cause) =>
        Effect.as(logDefect("A scheduled job's slot could not be claimed; trying again")(cause), false)
      )
    )

    return {
      schedule: <E, R>(job: ScheduledJob<E, R>) =>
        Effect.gen(function* () {
          const now = yield* DateTime.now
          const settled = yield* attempt(job, lastSlot(job.cron, now))
          yield* Effect.sleep(settled ? untilNextSlot(job.cron, yield* DateTime.now) : retryAfter)
        }).pipe(Effect.forever, Effect.forkScoped, Effect.asVoid)
    }
  })
)
