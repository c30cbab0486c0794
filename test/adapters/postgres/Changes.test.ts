import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { Changes, ChangesLayer } from "../../../src/adapters/postgres/Changes.ts"
import { toUuid } from "../../../src/adapters/postgres/uuid.ts"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import type { TenantId } from "../../../src/domain/shared/ids.ts"
import { ApiKeys } from "../../../src/domain/tenancy/ApiKeys.ts"
import { Tenants } from "../../../src/domain/tenancy/Tenants.ts"
import { active, newPolicy, newWorkspace } from "../../fixtures.ts"
import { createDatabase, OwnDatabase } from "../../support/database.ts"
import { eventuallyIs } from "../../support/until.ts"
import { startProcess } from "./process.ts"
import type { Process } from "./process.ts"

const policy = newPolicy({ makeDefault: true })

/** One process that changes things, and one that remembers them: its answers never end of themselves. */
const twoProcesses = Effect.gen(function* () {
  const url = yield* createDatabase()
  return { changing: yield* startProcess(url), remembering: yield* startProcess(url) }
})

/** Waits until a process knows of a change, which takes less than a second unless the machine is busy. */
const soon = <A, E, R>(answer: Effect.Effect<A, E, R>, isNew: (answer: A) => boolean) =>
  eventuallyIs("the change is seen", answer, isNew)

/** Ends the connection on which a process hears of changes. */
const endListening = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const ended = yield* sql.unsafe<{ readonly ended: boolean }>(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`
  )
  return ended.length
})

const listeners = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const [row] = yield* sql.unsafe<{ readonly count: bigint }>(
    `SELECT count(*) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`
  )
  return Number(row?.count)
})

const shadowMode = (process: Process, tenantId: TenantId) =>
  Effect.flatMap(Tenants, (tenants) => tenants.get(tenantId)).pipe(
    Effect.map(({ shadowMode }) => shadowMode),
    Effect.provide(process)
  )

/**
 * Changes what a process remembers without telling it, as when a notification is lost with its connection. Returns
 * what it still takes for true.
 */
const changeSilently = Effect.fnUntraced(function* (process: Process, tenantId: TenantId) {
  const sql = yield* Effect.provide(PgClient.PgClient, process)
  const attempt = Effect.gen(function* () {
    const before = yield* shadowMode(process, tenantId)
    yield* sql.unsafe(`UPDATE tenants SET shadow_mode = ${!before} WHERE tenant_id = '${toUuid(tenantId)}'`)
    return { before, after: yield* shadowMode(process, tenantId) }
  })
  return (yield* soon(attempt, ({ after, before }) => after === before)).before
})

describe("what another process changes", () => {
  it.live("is seen by a process that remembered it otherwise", () =>
    Effect.gen(function* () {
      const { changing, remembering } = yield* twoProcesses
      const inOther = Effect.provide(remembering)
      const { tenantId } = yield* Effect.provide(newWorkspace(), changing)
      const keys = yield* Effect.provide(ApiKeys, changing)
      const { id, key } = yield* keys.create(tenantId, "live", null, operator)

      const knownKey = inOther(Effect.flatMap(ApiKeys, (keys) => keys.find(key)))
      const knownPolicy = inOther(
        Effect.flatMap(Policies, (policies) => Effect.option(policies.resolve(tenantId, null, null)))
      )
      assert.isTrue(Option.isSome(yield* knownKey))
      assert.isTrue(Option.isNone(yield* knownPolicy))
      assert.isFalse(yield* shadowMode(remembering, tenantId))

      yield* Effect.gen(function* () {
        yield* (yield* Tenants).setShadowMode(tenantId, true)
        yield* (yield* Policies).create(tenantId, policy)
        yield* keys.revoke(tenantId, id, operator)
      }).pipe(Effect.provide(changing))

      yield* soon(shadowMode(remembering, tenantId), (on) => on)
      yield* soon(knownPolicy, Option.isSome)
      yield* soon(knownKey, Option.isNone)
      const { defaultPolicyId } = yield* inOther(Effect.flatMap(Tenants, (tenants) => tenants.get(tenantId)))
      assert.strictEqual(defaultPolicyId, Option.getOrThrow(yield* knownPolicy).id)

      const second = yield* Effect.provide(
        Effect.flatMap(Policies, (policies) => policies.create(tenantId, policy)),
        changing
      )
      yield* soon(knownPolicy, (found) => Option.getOrThrow(found).id === second.id)
    })
  )

  it.live("is seen when it is a limit or a plan", () =>
    Effect.gen(function* () {
      const { changing, remembering } = yield* twoProcesses
      const { tenantId } = yield* Effect.provide(newWorkspace(), changing)
      const known = Effect.provide(
        Effect.flatMap(Tenants, (tenants) => tenants.get(tenantId)),
        remembering
      )
      assert.deepStrictEqual((yield* known).subscription, active)
      yield* Effect.gen(function* () {
        yield* (yield* Tenants).setLimits(tenantId, { rateLimitPerMinute: 5 })
        yield* (yield* Tenants).setSubscription(tenantId, { state: "inactive" })
      }).pipe(Effect.provide(changing))
      yield* soon(known, ({ subscription }) => subscription.state === "inactive")
      assert.deepStrictEqual((yield* known).limitOverrides, { rateLimitPerMinute: 5 })
    })
  )

  it.live("does not make a process forget other tenants", () =>
    Effect.gen(function* () {
      const { changing, remembering } = yield* twoProcesses
      // On a busy machine a first attempt to listen may fail, and each attempt makes a process forget everything.
      yield* soon(Effect.provide(listeners, changing), (count) => count === 2)
      const [mine, theirs] = yield* Effect.provide(Effect.all([newWorkspace(), newWorkspace()]), changing)
      const setTheirs = (on: boolean) =>
        Effect.flatMap(Tenants, (tenants) => tenants.setShadowMode(theirs.tenantId, on)).pipe(
          Effect.provide(changing),
          Effect.andThen(soon(shadowMode(remembering, theirs.tenantId), (known) => known === on))
        )
      // The second of them is seen by a process only that listens, and one that begins to listen forgets everything.
      yield* setTheirs(true)
      yield* setTheirs(false)
      // Notifications come in their order: once this one is seen, those of the tenants' making have been. It may be
      // seen by word of an earlier change, and an answer that is looked up while a later word comes is not kept.
      yield* setTheirs(true)
      for (let asked = 0; asked < 4; asked += 1) {
        assert.isFalse(yield* shadowMode(remembering, mine.tenantId))
      }
      // Behind every process's back: only one that asks anew could know.
      const sql = yield* Effect.provide(PgClient.PgClient, changing)
      yield* sql.unsafe(`UPDATE tenants SET shadow_mode = true`)
      yield* setTheirs(false)
      assert.isFalse(yield* shadowMode(remembering, mine.tenantId))
      assert.isTrue(yield* shadowMode(changing, mine.tenantId))
    })
  )

  it.live("is not seen when it was not committed", () =>
    Effect.gen(function* () {
      const { changing, remembering } = yield* twoProcesses
      const { tenantId } = yield* Effect.provide(newWorkspace(), changing)
      assert.isFalse(yield* shadowMode(remembering, tenantId))
      const sql = yield* Effect.provide(PgClient.PgClient, changing)
      yield* Effect.andThen(sql.unsafe(`UPDATE tenants SET shadow_mode = true`), Effect.fail("no")).pipe(
        sql.withTransaction,
        Effect.ignore
      )
      assert.isFalse(yield* shadowMode(changing, tenantId))
      assert.isFalse(yield* shadowMode(remembering, tenantId))
    })
  )
})

describe("a process whose listening connection ends", () => {
  it.live("trusts nothing that it remembered, listens again, and sees later changes", () =>
    Effect.gen(function* () {
      const { changing, remembering } = yield* twoProcesses
      const { tenantId } = yield* Effect.provide(newWorkspace(), changing)
      const keys = yield* Effect.provide(ApiKeys, changing)
      const { id, key } = yield* keys.create(tenantId, "live", null, operator)
      const knownKey = Effect.provide(
        Effect.flatMap(ApiKeys, (keys) => keys.find(key)),
        remembering
      )

      for (const _ of [1, 2]) {
        yield* soon(Effect.provide(listeners, changing), (count) => count === 2)
        const before = yield* changeSilently(remembering, tenantId)
        assert.strictEqual(yield* Effect.provide(endListening, changing), 2)
        yield* soon(shadowMode(remembering, tenantId), (known) => known !== before)
      }

      assert.isTrue(Option.isSome(yield* knownKey))
      yield* soon(Effect.provide(listeners, changing), (count) => count === 2)
      yield* keys.revoke(tenantId, id, operator)
      yield* soon(knownKey, Option.isNone)
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it.effect("forgets when it ends, and again when it is back", () =>
    Effect.gen(function* () {
      const { changing, remembering } = yield* twoProcesses
      const { tenantId } = yield* Effect.provide(newWorkspace(), changing)
      const before = yield* changeSilently(remembering, tenantId)
      yield* Effect.provide(endListening, changing)
      // It does not connect again while its clock stands still.
      yield* soon(shadowMode(remembering, tenantId), (known) => known !== before)
      yield* soon(Effect.provide(listeners, changing), (count) => count === 0)

      const meanwhile = yield* changeSilently(remembering, tenantId)
      yield* TestClock.adjust("1 second")
      yield* soon(shadowMode(remembering, tenantId), (known) => known !== meanwhile)
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it.live("because of a defect listens again, too", () =>
    Effect.gen(function* () {
      const { onChange } = yield* Changes
      const sql = yield* PgClient.PgClient
      const seen: Array<string | null> = []
      yield* onChange((tenant) =>
        Effect.suspend(() => {
          seen.push(tenant)
          return tenant === "first" ? Effect.die("a listener that throws") : Effect.void
        })
      )
      const tell = (tenant: string) => sql`SELECT pg_notify('prescreen_changes', ${tenant})`
      for (const tenant of ["first", "second"]) {
        yield* soon(Effect.as(tell(tenant), seen), (all) => all.includes(tenant))
      }
    }).pipe(Effect.provide([Layer.provideMerge(ChangesLayer, OwnDatabase), Logger.layer([])]))
  )

  it.live("says so once, however often it tries to connect, and once that it is back", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const url = yield* createDatabase()
      const logging = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
      const process = yield* Effect.provide(startProcess(url), logging)
      const told = () => lines.filter((line) => line.includes("that tells of changes"))
      yield* soon(Effect.provide(listeners, process), (count) => count === 1)
      const name = new URL(url).pathname.slice(1)
      const elsewhere = (statement: string) =>
        Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(statement)).pipe(Effect.provide(OwnDatabase))

      yield* elsewhere(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      yield* elsewhere(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
      yield* eventuallyIs("its loss is told", Effect.sync(told), ({ length }) => length > 0)
      // Long enough for several more tries to connect.
      yield* Effect.sleep("1 second")
      assert.lengthOf(told(), 1, lines.join("\n"))
      yield* elsewhere(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
      yield* soon(Effect.provide(listeners, process), (count) => count === 1)
      yield* eventuallyIs("its end is told", Effect.sync(told), ({ length }) => length === 2)
      assert.include(told()[0], "Lost the connection")
      assert.include(told()[1], "is back")
    })
  )
})
