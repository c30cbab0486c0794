import { PgClient } from "@effect/sql-pg"
import { Clock, DateTime, Duration, Effect, Latch } from "effect"
import type { ApiKeyId } from "../../../domain/shared/ids.ts"
import { logDefect } from "../../../domain/shared/logDefect.ts"
import { lastUsedInterval } from "../../../domain/tenancy/ApiKeys.ts"
import type { ApiKeyIdentity } from "../../../domain/tenancy/ApiKeys.ts"
import { resilient } from "../resilience.ts"
import { arraysOf, unnest } from "../unnest.ts"
import type { Column } from "../unnest.ts"
import { toUuid } from "../uuid.ts"

const interval = Duration.toMillis(lastUsedInterval)

/** How long a use may wait to be written. */
const flushEvery = "1 second"

interface KeyUse extends ApiKeyIdentity {
  /** In milliseconds since 1970. */
  readonly at: number
}

const columns: ReadonlyArray<Column<KeyUse>> = [
  ["tenant_id", "uuid", ({ tenantId }) => toUuid(tenantId)],
  ["id", "uuid", ({ keyId }) => toUuid(keyId)],
  ["at", "timestamptz", ({ at }) => DateTime.toDateUtc(DateTime.makeUnsafe(at))]
]

const intervalParameter = `$${columns.length + 1}::bigint * interval '1 millisecond'`

/**
 * Another process may have written the same keys, or be writing them now: both count as written. A stored use that is
 * further ahead than clocks differ is from before the clock was set back, and is overwritten.
 */
const statement = `
WITH due AS (
  SELECT k.tenant_id, k.id, used.at
  FROM ${unnest("used", columns)}
  JOIN api_keys k USING (tenant_id, id)
  WHERE k.last_used_at IS NULL
    OR k.last_used_at <= used.at - ${intervalParameter} OR k.last_used_at >= used.at + ${intervalParameter}
  FOR NO KEY UPDATE OF k SKIP LOCKED
)
UPDATE api_keys k SET last_used_at = due.at FROM due WHERE (k.tenant_id, k.id) = (due.tenant_id, due.id)`

/**
 * Collects which keys were used, and writes that in the background, all keys in one statement, and once more when the
 * scope closes. Returns the function that notes a use. It costs a request one lookup in a map.
 */
export const makeKeyUses = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const clock = yield* Clock.Clock
  const notedAt = new Map<ApiKeyId, number>()
  const waiting = new Map<ApiKeyId, ApiKeyIdentity>()
  const noted = Latch.makeUnsafe(false)

  const forgetOld = (now: number) => {
    for (const [keyId, at] of notedAt) if (Math.abs(now - at) >= interval) notedAt.delete(keyId)
  }

  const write = Effect.fnUntraced(function* (uses: ReadonlyArray<ApiKeyIdentity>, now: number) {
    const keyUses = uses.map((use) => ({ ...use, at: notedAt.get(use.keyId) ?? now }))
    yield* sql.unsafe(statement, [...arraysOf(columns, keyUses), interval])
  })

  const flush = Effect.gen(function* () {
    noted.closeUnsafe()
    if (waiting.size === 0) return
    const now = yield* Clock.currentTimeMillis
    const uses = [...waiting.values()]
    waiting.clear()
    // A use that cannot be written now is noted again when the key is next used.
    const forgetThese = Effect.sync(() => uses.forEach(({ keyId }) => notedAt.delete(keyId)))
    yield* Effect.ignore(Effect.onError(resilient(write(uses, now)), () => forgetThese))
    forgetOld(now)
  }).pipe(Effect.uninterruptible)

  yield* Effect.addFinalizer(() => flush)
  yield* noted.await.pipe(
    Effect.andThen(Effect.delay(flush, flushEvery)),
    Effect.catchCause(
      logDefect("The last use of keys could not be written; it is noted again at their next use")
    ),
    Effect.forever,
    Effect.forkScoped
  )

  return (identity: ApiKeyIdentity): void => {
    const now = clock.currentTimeMillisUnsafe()
    const last = notedAt.get(identity.keyId)
    if (last !== undefined && Math.abs(now - last) < interval) return
    notedAt.set(identity.keyId, now)
    waiting.set(identity.keyId, identity)
    noted.openUnsafe()
  }
})
