import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Effect, Layer, Queue, Scope } from "effect"
import type { SqlError } from "effect/sql"
import type { TenantId } from "../../domain/shared/ids.ts"
import { errorNames } from "../../domain/shared/logDefect.ts"
import { boundedScope } from "./resilience.ts"

const channel = "prescreen_changes"

/** How long the server may take to confirm that a connection listens. */
const listenTimeout = "5 seconds"

/** Sent in place of a tenant's id: it announces work for any process. */
const deliveriesQueued = "deliveries"

/**
 * An expression to select or return in a statement that queues deliveries. Postgres sends the notification with the
 * commit, once for the whole transaction.
 */
export const announceDeliveries = `pg_notify('${channel}', '${deliveriesQueued}')`

/**
 * An expression to return in a statement that changes rows with a `tenant_id`: it announces a change of that tenant.
 */
export const announceTenant = `pg_notify('${channel}', 'ten_' || replace(tenant_id::text, '-', ''))`

/** Forgets what is known of one tenant, or everything if there is no tenant. */
type Forget = (tenantId: string | null) => Effect.Effect<void>

/**
 * Tells every process that something about a tenant has changed, so that it reads anew what it remembers of the tenant,
 * and that deliveries are waiting. One connection of each process listens for both.
 *
 * Everything is forgotten when the listening connection is lost, and again when it is back, because notifications may
 * have been missed in between.
 */
export class Changes extends Context.Service<
  Changes,
  {
    /** Runs a change in a transaction that announces it on commit. */
    readonly announce: (
      tenantId: TenantId
    ) => <A, E, R>(change: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
    readonly onChange: (forget: Forget) => Effect.Effect<void, never, Scope.Scope>
    /** Also wakes when an announcement may have been lost. */
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

    /** An outage is logged once, however often the connection is tried meanwhile, and so is its end. */
    let isLost = false
    const logLoss = (cause: Cause.Cause<unknown>) =>
      Effect.suspend(() => {
        if (isLost) return Effect.void
        isLost = true
        return Effect.logWarning("Lost the connection that tells of changes; trying to connect again").pipe(
          Effect.annotateLogs({ kind: errorNames(cause) })
        )
      })
    const logRecovery = Effect.suspend(() => {
      if (!isLost) return Effect.void
      isLost = false
      return Effect.logInfo("The connection that tells of changes is back")
    })

    const listen = Effect.scoped(
      Effect.gen(function* () {
        const listening = Scope.provide(sql.listen(channel), yield* boundedScope)
        // The pool may have lent a connection over which nothing arrives any more.
        const notifications = yield* Effect.timeout(listening, listenTimeout)
        yield* logRecovery
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
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterrupts(cause),
        (cause) => Effect.andThen(logLoss(cause), Effect.sleep("250 millis"))
      ),
      Effect.forever,
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
