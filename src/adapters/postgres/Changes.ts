import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import type { Scope } from "effect"
import type { SqlError } from "effect/sql"
import type { TenantId } from "../../domain/shared/ids.ts"

const channel = "prescreen_changes"

/** For the server to confirm that a connection listens. */
const patience = "5 seconds"

/** In place of a tenant's id: it announces work for any process. */
const deliveriesQueued = "deliveries"

/**
 * An expression to select or return in a statement that queues deliveries: Postgres sends the notification with the
 * commit, and one for all of a transaction.
 */
export const announceDeliveries = `pg_notify('${channel}', '${deliveriesQueued}')`

/** Forgets what it knows of one tenant, or with no tenant everything. */
type Forget = (tenantId: string | null) => Effect.Effect<void>

/**
 * Tells every process that something of a tenant has changed, so that what they remember of it is read anew, and
 * that deliveries wait. One connection of each process listens for both.
 *
 * While the listening connection is lost nothing is remembered on trust: everything is forgotten when it comes
 * back.
 */
export class Changes extends Context.Service<
  Changes,
  {
    /** Runs a change in a transaction that announces it when it commits. */
    readonly announce: (
      tenantId: TenantId
    ) => <A, E, R>(change: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
    readonly onChange: (forget: Forget) => Effect.Effect<void, never, Scope.Scope>
    /** Also when word of them may have been lost. */
    readonly onDeliveries: (wake: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
  }
>()("prescreen/adapters/postgres/Changes") {}

const joining = <A>(set: Set<A>, member: A) =>
  Effect.acquireRelease(
    Effect.sync(() => set.add(member)),
    () => Effect.sync(() => set.delete(member))
  )

export const ChangesLayer = Layer.effect(
  Changes,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const listeners = new Set<Forget>()
    const wakers = new Set<Effect.Effect<void>>()
    const forget: Forget = (tenantId) =>
      Effect.forEach(listeners, (listener) => listener(tenantId), { discard: true })
    const wake = Effect.suspend(() => Effect.forEach(wakers, (waker) => waker, { discard: true }))

    /** An outage is told once, however often it is tried to connect meanwhile, and so is its end. */
    let isLost = false
    const tellLost = Effect.suspend(() => {
      if (isLost) return Effect.void
      isLost = true
      return Effect.logWarning("Lost the connection that tells of changes; trying to connect again")
    })
    const tellBack = Effect.suspend(() => {
      if (!isLost) return Effect.void
      isLost = false
      return Effect.logInfo("The connection that tells of changes is back")
    })

    const listen = Effect.scoped(
      Effect.gen(function* () {
        // The pool may have lent a connection over which nothing comes back.
        const notifications = yield* Effect.timeout(sql.listen(channel), patience)
        yield* tellBack
        yield* forget(null)
        yield* wake
        return yield* Queue.take(notifications).pipe(
          Effect.flatMap(({ payload }) => (payload === deliveriesQueued ? wake : forget(payload))),
          Effect.forever
        )
      })
    )
    yield* listen.pipe(
      Effect.ensuring(forget(null)),
      Effect.tapCause(() => tellLost),
      Effect.retry(Schedule.spaced("250 millis")),
      Effect.forkScoped
    )

    return {
      announce: (tenantId) => (change) =>
        sql
          .withTransaction(Effect.tap(change, () => sql`SELECT pg_notify(${channel}, ${tenantId})`))
          .pipe(Effect.tap(() => forget(tenantId))),
      onChange: (listener) => joining(listeners, listener),
      onDeliveries: (waker) => joining(wakers, waker)
    }
  })
)
