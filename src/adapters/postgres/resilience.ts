import { PgTypes } from "@effect/sql-pg"
import { Effect, Fiber, Metric, Predicate, Scope } from "effect"
import type { Duration } from "effect"
import { SqlError } from "effect/sql"
import { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"
import { Outage } from "./Outage.ts"

/** The longest that a caller waits for the database before it is told to come back later. */
const usualTimeout = "5 seconds"

/**
 * SQLSTATE classes for a mistake in a statement or its values: data exception, integrity constraint, syntax or access
 * rule, program limit. All other classes (connection, resources, operator, system) are the server's fault.
 */
const mistakeClasses = ["22", "23", "42", "54"]

/**
 * These belong to those classes, but are the operator's to mend: the service's role lacks a privilege that it once had,
 * or a table is not there, as during a restore or after a change of the search path.
 */
const operatorsMistakes: ReadonlySet<string> = new Set(["42501", "42P01"])

const sqlState = ({ reason }: SqlError.SqlError): string =>
  Predicate.hasProperty(reason.cause, "code") && Predicate.isString(reason.cause.code)
    ? reason.cause.code
    : ""

const isMistake = (error: SqlError.SqlError): boolean =>
  error.reason.cause instanceof PgTypes.CodecError ||
  (!operatorsMistakes.has(sqlState(error)) &&
    mistakeClasses.some((prefix) => sqlState(error).startsWith(prefix)))

const unavailable = (kind: string, state: string) =>
  // Made only when it is needed, because an error captures its stack.
  Effect.flatMap(Outage, ({ logFault }) =>
    Effect.andThen(logFault(kind, state), Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 })))
  )

/** For an answer that has arrived while this process was too busy to read it. */
const grace = "100 millis"

/**
 * The result, or that of `orElse` once the duration has passed. What still hangs is interrupted without waiting for
 * that, because cancelling a statement on a server that hangs takes just as long.
 */
export const withDetachedTimeout =
  <B, E2>(duration: Duration.Input, orElse: Effect.Effect<B, E2>) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A | B, E | E2, R> =>
    Effect.flatMap(Effect.forkDetach(self, { startImmediately: true }), (fiber) =>
      Fiber.join(fiber).pipe(
        Effect.timeoutOrElse({
          duration,
          orElse: () => Effect.timeoutOrElse(Fiber.join(fiber), { duration: grace, orElse: () => orElse })
        }),
        Effect.ensuring(Effect.sync(() => fiber.interruptUnsafe()))
      )
    )

/** How long a farewell to the database may take. */
const farewell = "3 seconds"

/**
 * A scope that closes with the scope around it, for what says farewell to the database when it ends. A server that hangs
 * answers that no more than anything else: then the rest is left to the end of the process, which does not wait for it.
 */
export const boundedScope = Effect.acquireRelease(Scope.make(), (scope, exit) =>
  Scope.close(scope, exit).pipe(
    withDetachedTimeout(
      farewell,
      Effect.logWarning("The database did not answer while its connections were closed")
    )
  )
)

const giveUp = (error: SqlError.SqlError) =>
  isMistake(error) ? Effect.die(error) : unavailable(error.reason._tag, sqlState(error))

const statementsUnderWay = Metric.gauge("prescreen.database.statements", {
  description: "Statements that run or wait for a connection"
})

/** Statements under way. If there are more of them than connections, they are waiting for the pool. */
const counted = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber(({ context }) => {
    statementsUnderWay.modifyUnsafe(1, context)
    return Effect.onExit(self, () => Effect.sync(() => statementsUnderWay.modifyUnsafe(-1, context)))
  })

/**
 * A transaction that has lost its connection cannot be rolled back either. The client turns that into a defect, and
 * this turns it back into a failure.
 */
const failIfDisconnected = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchDefect(self, (defect) =>
    SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)
  )

const unlessUnavailable = <A, E, R>(
  self: Effect.Effect<A, E | SqlError.SqlError, R>,
  within: Duration.Input
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StorageUnavailable, R> =>
  self.pipe(
    Effect.tap(Effect.flatMap(Outage, ({ logRecovery }) => logRecovery)),
    Effect.catchIf(SqlError.isSqlError, giveUp),
    // Inside `withDetachedTimeout`, so that a statement that hangs still counts.
    counted,
    withDetachedTimeout(within, unavailable("timeout", ""))
  )

/**
 * Turns a database that cannot be reached, is full or is too slow into `StorageUnavailable`, after one more try: the
 * first statement after a restart of the server always fails. A mistaken statement dies.
 *
 * The statement may have taken effect although its answer was lost, so it must tolerate being run twice. It may also
 * fail for reasons of its own.
 */
export const resilient = <A, E, R>(
  self: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StorageUnavailable, R> =>
  unlessUnavailable(
    Effect.retry(failIfDisconnected(self), {
      times: 1,
      while: (error) => SqlError.isSqlError(error) && !isMistake(error)
    }),
    usualTimeout
  )

/**
 * The same for what must not run twice: there is no second try. `within` is for callers that wait for more than the
 * database, such as the turn of other changes, and need more than the usual timeout.
 */
export const resilientOnce = <A, E, R>(
  self: Effect.Effect<A, E | SqlError.SqlError, R>,
  within: Duration.Input = usualTimeout
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StorageUnavailable, R> =>
  unlessUnavailable(failIfDisconnected(self), within)
