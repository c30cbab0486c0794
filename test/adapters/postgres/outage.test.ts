import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Fiber, Logger, Option, Scope } from "effect"
import { startEmbeddedPostgres } from "../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { UsageLedger } from "../../../src/domain/billing/UsageLedger.ts"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../../src/domain/screening/DecisionLog.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { DatabaseHealth } from "../../../src/domain/shared/DatabaseHealth.ts"
import { ApiKeys } from "../../../src/domain/tenancy/ApiKeys.ts"
import { Tenants } from "../../../src/domain/tenancy/Tenants.ts"
import { newEventfulRecord, newRecord, newWorkspace } from "../../fixtures.ts"
import { commit, find, testChecks } from "../../support/decisionLog.ts"
import { freezePostgres } from "../../support/freezePostgres.ts"
import { eventuallyIs } from "../../support/until.ts"
import { temporaryDirectory } from "./embedded/fixtures/owners.ts"
import { eventually, kill, postmasterPid } from "./embedded/fixtures/servers.ts"
import { startProcess } from "./process.ts"

const claim = { key: "order-1", request: "r" }

const isReachable = Effect.flatMap(DatabaseHealth, ({ isReachable }) => isReachable)

/** A process of the service on a server of its own, which a test may ill-treat. */
const ownServer = Effect.gen(function* () {
  const dataDirectory = yield* temporaryDirectory
  const { url } = yield* startEmbeddedPostgres({ dataDirectory })
  return { dataDirectory, process: yield* startProcess(url) }
})

/** Freezes the server until the scope closes. */
const freeze = (dataDirectory: string) =>
  Effect.acquireRelease(
    Effect.promise(() => freezePostgres(dataDirectory)),
    (goOn) => Effect.sync(goOn)
  )

const timed = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const start = yield* Clock.currentTimeMillis
  const exit = yield* Effect.exit(effect)
  return { exit, milliseconds: (yield* Clock.currentTimeMillis) - start }
})

/** Outages are logged, which here is only noise. */
const silently = Effect.provide(Logger.layer([]))

describe("when the database server is killed", () => {
  it.live("everything that asks it is unavailable, and heals by itself", () =>
    Effect.gen(function* () {
      const { dataDirectory, process } = yield* ownServer
      yield* Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        const { tenantId } = workspace
        const { key } = yield* (yield* ApiKeys).create(tenantId, "test", null, operator)
        const acknowledged = yield* newRecord(workspace)
        yield* commit(acknowledged)
        yield* kill(yield* postmasterPid(dataDirectory))

        const during = yield* newRecord(workspace, { claim })
        const log = yield* DecisionLog
        const questions: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          log.commit(during),
          log.commit(yield* newRecord(workspace)),
          log.replay(workspace, claim),
          log.find(workspace, acknowledged.decision.id),
          (yield* ApiKeys).find(key),
          (yield* Tenants).get(tenantId),
          (yield* UsageLedger).testChecksThisMonth(tenantId),
          (yield* Policies).count(tenantId),
          Effect.option((yield* Policies).resolve(tenantId, null, null))
        ]
        const failures = new Set<string>()
        const untilHealed = (question: (typeof questions)[number]) =>
          question.pipe(
            Effect.tapError(({ _tag }) => Effect.sync(() => failures.add(_tag))),
            eventually
          )
        yield* Effect.forEach(questions, untilHealed, { concurrency: "unbounded" })
        yield* eventually(Effect.filterOrFail(isReachable, (reachable) => reachable))

        // On a busy machine the server may be back before anybody has asked.
        failures.delete("StorageUnavailable")
        assert.deepStrictEqual([...failures], [])
        assert.deepStrictEqual(yield* find(acknowledged), Option.some(acknowledged.decision))
        assert.deepStrictEqual(yield* find(during), Option.some(during.decision))
        // However often it was sent while nobody knew whether it had been written.
        assert.strictEqual(yield* testChecks(tenantId), 3)
      }).pipe(Effect.provide(process))
    }).pipe(silently)
  )

  it.live("changes by others are heard again", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      const { url } = yield* startEmbeddedPostgres({ dataDirectory })
      const [changing, remembering] = [yield* startProcess(url), yield* startProcess(url)]
      const { tenantId } = yield* Effect.provide(newWorkspace(), changing)
      const known = Effect.provide(
        Effect.flatMap(Tenants, (tenants) => tenants.get(tenantId)),
        remembering
      )
      assert.isFalse((yield* known).shadowMode)
      yield* kill(yield* postmasterPid(dataDirectory))
      const change = Effect.flatMap(Tenants, (tenants) => tenants.setShadowMode(tenantId, true))
      yield* eventually(Effect.catchDefect(Effect.provide(change, changing), Effect.fail))
      yield* eventuallyIs("the change is heard", eventually(known), ({ shadowMode }) => shadowMode)
    }).pipe(silently)
  )
})

const everything = `SELECT
  (SELECT count(*) FROM decisions) decisions,
  (SELECT count(*) FROM decision_inputs) inputs,
  (SELECT count(*) FROM review_items) reviews,
  (SELECT count(*) FROM webhook_deliveries) deliveries`

describe("when the database server hangs", () => {
  it.live(
    "nobody waits for longer than it takes to be patient, and it heals by itself",
    () =>
      Effect.gen(function* () {
        const { dataDirectory, process } = yield* ownServer
        yield* Effect.gen(function* () {
          const workspace = yield* newWorkspace()
          const sql = yield* PgClient.PgClient
          // Idle connections, whose questions will never be answered.
          yield* Effect.all([sql`SELECT 1`, sql`SELECT 2`, commit(yield* newRecord(workspace))], {
            concurrency: "unbounded"
          })
          const refused: Array<DecisionRecord> = []
          const hanging = Effect.gen(function* () {
            yield* freeze(dataDirectory)
            const fibers: Array<Fiber.Fiber<Effect.Success<ReturnType<typeof timed>>>> = []
            const ask = <E>(question: Effect.Effect<unknown, E, DecisionLog>) =>
              Effect.map(Effect.forkChild(timed(question)), (fiber) => fibers.push(fiber))
            const health = yield* Effect.forkChild(timed(isReachable))
            // The second and the third come while the first is being written, and share the next flush.
            for (const wait of [0, 1_000, 2_500]) {
              yield* Effect.sleep(wait)
              const record = yield* newEventfulRecord(workspace, { key: `after ${wait}`, request: "r" })
              refused.push(record)
              yield* ask(commit(record))
            }
            const answers = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
            return { answers, health: yield* Fiber.join(health) }
          })
          const { answers, health } = yield* Effect.scoped(hanging)

          const { decision } = yield* eventually(commit(yield* newRecord(workspace)))
          assert.strictEqual(decision.outcome, "allow")
          assert.deepStrictEqual(health.exit, Exit.succeed(false))
          assert.isBelow(health.milliseconds, 4_000)
          for (const { exit, milliseconds } of answers) {
            assert.isTrue(Exit.isFailure(exit))
            const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
            assert.deepInclude(error, { _tag: "StorageUnavailable", retryAfterSeconds: 1 })
            assert.isBelow(milliseconds, 7_500)
          }
          // What was refused may have been written all the same. Then a retry gets it, and else one of its own.
          for (const record of refused) {
            const retry = yield* newEventfulRecord(workspace, record.claim)
            const { decision } = yield* commit(retry)
            const found = [yield* find(record), yield* find(retry)].flatMap(Option.toArray)
            assert.deepStrictEqual(
              found.map(({ id }) => id),
              [decision.id]
            )
          }
          const [counts] = yield* sql.unsafe(everything)
          const all = BigInt(2 + refused.length)
          const eventful = BigInt(refused.length)
          assert.deepStrictEqual(counts, {
            decisions: all,
            inputs: all,
            reviews: eventful,
            deliveries: 2n * eventful
          })
          const used = yield* testChecks(workspace.tenantId)
          assert.strictEqual(used, Number(all))
        }).pipe(Effect.provide(process))
      }).pipe(silently),
    60_000
  )

  it.live(
    "a process that is told to stop does not wait for it",
    () =>
      Effect.gen(function* () {
        const dataDirectory = yield* temporaryDirectory
        const { url } = yield* startEmbeddedPostgres({ dataDirectory })
        const running = yield* Scope.make()
        const process = yield* Scope.provide(startProcess(url), running)
        const record = yield* Effect.provide(Effect.flatMap(newWorkspace(), newRecord), process)
        const stopping = Effect.gen(function* () {
          yield* freeze(dataDirectory)
          const underWay = yield* Effect.forkChild(Effect.exit(Effect.provide(commit(record), process)))
          yield* Effect.sleep("100 millis")
          const { milliseconds } = yield* timed(Scope.close(running, Exit.void))
          return { milliseconds, answer: yield* Fiber.join(underWay) }
        })
        const { answer, milliseconds } = yield* Effect.scoped(stopping)
        // The commit's five seconds, then three for each of the two kinds of connections.
        assert.isBelow(milliseconds, 13_000)
        assert.isTrue(Exit.isFailure(answer))
      }).pipe(silently),
    30_000
  )
})
