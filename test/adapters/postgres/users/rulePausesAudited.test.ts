import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { acrossTenants } from "../../../../src/adapters/postgres/acrossTenants.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import type { TenantId } from "../../../../src/domain/shared/ids.ts"
import { AuditLog } from "../../../../src/domain/tenancy/AuditLog.ts"
import { Tenants } from "../../../../src/domain/tenancy/Tenants.ts"
import { Rules } from "../../../../src/domain/users/Rules.ts"
import { UserStates } from "../../../../src/domain/users/UserStates.ts"
import { blocked, log } from "../../../contracts/userDecisions.ts"
import { ruleOf } from "../../../domain/users/someRules.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { eventuallyIs } from "../../../support/until.ts"
import { ProcessOnNewDatabase, startProcess } from "../process.ts"

const entriesOf = Effect.fnUntraced(function* (tenantId: TenantId) {
  const sql = yield* PgClient.PgClient
  return yield* sql.unsafe<{ readonly actor: string; readonly action: string }>(
    `SELECT actor, action, subject, before, after FROM audit_log
     WHERE tenant_id = $1::text::uuid ORDER BY entry`,
    [toUuid(tenantId)]
  )
})

const { id: ruleId } = ruleOf("1")

layer(ProcessOnNewDatabase, { excludeTestServices: true })("a pause that a rule makes", (it) => {
  it.effect("is in the audit log, with the rule, the decision, and what it replaced", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const { mode, tenantId } = workspace
      const since = yield* DateTime.now
      const until = DateTime.add(since, { seconds: 60 })
      const first = yield* log(workspace, blocked, {
        userUpdate: { version: 0, pause: { ruleId, since, until } }
      })
      const second = yield* log(workspace, blocked, {
        userUpdate: { version: 1, pause: { ruleId, since: until, until: null } }
      })
      assert.deepStrictEqual(yield* (yield* AuditLog).verify(tenantId), { ok: true, entries: 3 })
      const [, one, two] = yield* entriesOf(tenantId)
      const entry = { actor: ruleId, action: "user.paused", subject: "u" }
      assert.deepStrictEqual<unknown>(one, {
        ...entry,
        before: { mode, paused: null },
        after: { mode, until: DateTime.formatIso(until), decision: first.decision.id }
      })
      assert.deepStrictEqual<unknown>(two, {
        ...entry,
        before: {
          mode,
          paused: { since: DateTime.formatIso(since), until: DateTime.formatIso(until), by: ruleId }
        },
        after: { mode, until: null, decision: second.decision.id }
      })
    })
  )

  it.effect("is there before whatever is changed after it", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const { tenantId } = workspace
      const since = yield* DateTime.now
      yield* log(workspace, blocked, { userUpdate: { version: 0, pause: { ruleId, since, until: null } } })
      const change = { workspace, user: "u", actor: operator, note: null }
      yield* (yield* UserStates).resume(change)
      yield* (yield* UserStates).pause(change)
      yield* (yield* Tenants).setShadowMode(tenantId, true)
      assert.deepStrictEqual(
        (yield* entriesOf(tenantId)).map(({ action, actor }) => `${actor} ${action}`),
        [
          "operator tenant.created",
          `${ruleId} user.paused`,
          "operator user.resumed",
          "operator user.paused",
          "operator shadow_mode.changed"
        ]
      )
      assert.deepStrictEqual(yield* (yield* AuditLog).verify(tenantId), { ok: true, entries: 5 })
    })
  )

  it.effect("has the tenant's checks look for paused users until it is over, though the rule is gone", () =>
    Effect.gen(function* () {
      const workspaces = [yield* newWorkspace(), yield* newWorkspace(), yield* newWorkspace()] as const
      const [lasting, over] = workspaces
      const now = yield* DateTime.now
      const since = DateTime.subtract(now, { seconds: 60 })
      for (const [workspace, seconds] of [
        [lasting, 60],
        [over, -1]
      ] as const) {
        const pause = { ruleId, since, until: DateTime.add(now, { seconds }) }
        yield* log(workspace, blocked, { userUpdate: { version: 0, pause } })
      }
      const rules = yield* Rules
      const watched = yield* Effect.forEach(workspaces, ({ tenantId }) => rules.watch(tenantId))
      assert.deepStrictEqual(
        watched.map(({ pausedModes }) => [...pausedModes]),
        [["test"], [], []]
      )
    })
  )

  it.effect("is looked for in vain where only something else waits", () =>
    Effect.gen(function* () {
      const { tenantId } = yield* newWorkspace()
      const sql = yield* PgClient.PgClient
      yield* sql`
        INSERT INTO audit_pending (tenant_id, at, actor, action, subject)
        VALUES (${toUuid(tenantId)}, now(), 'operator', 'key.revoked', 'key_1')`
      const { tenantsToAudit } = yield* acrossTenants
      assert.notInclude(
        (yield* tenantsToAudit(1_000)).map((row) => row.tenantId),
        toUuid(tenantId)
      )
    })
  )

  it.effect("is taken up without any other change", () =>
    Effect.gen(function* () {
      const workspaces = [yield* newWorkspace(), yield* newWorkspace()]
      const since = yield* DateTime.now
      const pause = { ruleId, since, until: null }
      for (const workspace of workspaces) {
        yield* log(workspace, blocked, { userUpdate: { version: 0, pause } })
      }
      yield* (yield* AuditLog).chainPending
      for (const { tenantId } of workspaces) assert.lengthOf(yield* entriesOf(tenantId), 2)
    })
  )

  it.effect("costs a change of the tenant that comes after many of them no statement more", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const { tenantId } = workspace
      const since = yield* DateTime.now
      for (const version of [0, 1, 2]) {
        const pause = { ruleId, since, until: null }
        yield* log(workspace, blocked, { userUpdate: { version, pause } })
      }
      yield* (yield* Tenants).setShadowMode(tenantId, true)
      const sql = yield* PgClient.PgClient
      // ProcessOnNewDatabase numbers the statements of a transaction in `cmin`.
      const [written] = yield* sql`
        SELECT count(*)::int AS entries, count(DISTINCT cmin::text)::int AS statements FROM audit_log
        WHERE tenant_id = ${toUuid(tenantId)} AND entry > 1`
      assert.deepStrictEqual(written, { entries: 4, statements: 1 })
      assert.deepStrictEqual(yield* (yield* AuditLog).verify(tenantId), { ok: true, entries: 5 })
    })
  )

  it.effect(
    "is heard of where neither rules nor pauses were known, as when the rule has just been deleted",
    () =>
      Effect.gen(function* () {
        const database = yield* createDatabase()
        const [here, there] = [yield* startProcess(database), yield* startProcess(database)]
        const workspace = yield* Effect.provide(newWorkspace(), here)
        const pausedModes = Effect.gen(function* () {
          return [...(yield* (yield* Rules).watch(workspace.tenantId)).pausedModes]
        })
        for (const process of [here, there]) {
          assert.deepStrictEqual(yield* Effect.provide(pausedModes, process), [])
        }
        const since = yield* DateTime.now
        yield* Effect.provide(
          log(workspace, blocked, { userUpdate: { version: 0, pause: { ruleId, since, until: null } } }),
          here
        )
        for (const process of [here, there]) {
          yield* eventuallyIs("it is known", Effect.provide(pausedModes, process), (modes) =>
            modes.includes(workspace.mode)
          )
        }
      })
  )
})
