import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Fiber, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { makeCachedLookup } from "../../../src/adapters/postgres/cachedLookup.ts"
import type { CachedLookupOptions } from "../../../src/adapters/postgres/cachedLookup.ts"
import { Changes } from "../../../src/adapters/postgres/Changes.ts"

type Forget = Parameters<Changes["Service"]["onChange"]>[0]

/** Changes that a test announces by hand. */
class Announced extends Context.Service<Announced, { readonly announce: Forget }>()(
  "prescreen/test/adapters/postgres/Announced"
) {}

const AnnouncedChanges = Layer.effectContext(
  Effect.gen(function* () {
    const listeners = yield* Ref.make<ReadonlyArray<Forget>>([])
    const announce: Forget = (tenantId) =>
      Effect.flatMap(
        Ref.get(listeners),
        Effect.forEach((listener) => listener(tenantId), { discard: true })
      )
    return Context.make(Announced, { announce }).pipe(
      Context.add(Changes, {
        announce: (tenantId) => (change) => Effect.tap(change, () => announce(tenantId)),
        onChange: (forget) => Ref.update(listeners, (earlier) => [...earlier, forget]),
        onDeliveries: () => Effect.void
      })
    )
  })
)

/** Remembers what a question was answered with, and counts how often it had to ask. */
const makeCounted = Effect.fnUntraced(function* <E>(
  answer: (question: string) => Effect.Effect<string, E>,
  capacity = 100,
  room: Pick<CachedLookupOptions<string, E, never>, "share" | "sizeOf"> = {}
) {
  let judged = 0
  const asked = yield* Ref.make<ReadonlyArray<string>>([])
  const get = yield* makeCachedLookup({
    name: "questions",
    lookup: (question) =>
      Effect.andThen(
        Ref.update(asked, (earlier) => [...earlier, question]),
        answer(question)
      ),
    timeToLive: Duration.seconds(30),
    capacity,
    ...room,
    tenantOf: (question) => {
      judged += 1
      return question.slice(0, 1)
    },
    isNothing: (told) => told.startsWith("nothing")
  })
  return { get, asked: Ref.get(asked), judged: () => judged }
})

const announce = (tenantId: string | null) => Effect.flatMap(Announced, ({ announce }) => announce(tenantId))

const told = (question: string) => Effect.succeed(`about ${question}`)

describe("a cached lookup", () => {
  it.effect("asks once, however many ask at the same time", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted((question) => Effect.as(Effect.yieldNow, question))
      const answers = yield* Effect.replicateEffect(get("a1"), 50, { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(answers), new Set(["a1"]))
      assert.deepStrictEqual(yield* asked, ["a1"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("forgets what is about a tenant that changed, and only that", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(told)
      yield* Effect.forEach(["a1", "a2", "b1"], get)
      yield* announce("a")
      yield* Effect.forEach(["a1", "a2", "b1"], get)
      assert.deepStrictEqual(yield* asked, ["a1", "a2", "b1", "a1", "a2"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("looks at nothing that is about other tenants when one changes", () =>
    Effect.gen(function* () {
      const { asked, get, judged } = yield* makeCounted(told, 20_000)
      const others = Array.from({ length: 10_000 }, (_, index) => `b${index}`)
      yield* Effect.forEach([...others, "a1", "a2"], get)
      const before = judged()
      for (let change = 0; change < 100; change += 1) yield* announce("a")
      assert.strictEqual(judged(), before)
      yield* Effect.forEach([...others, "a1"], get)
      assert.lengthOf(yield* asked, others.length + 3)
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("forgets of a tenant what was displaced by others and looked up anew", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(told, 2)
      yield* Effect.forEach(["a1", "b1", "b2", "a1"], get)
      yield* announce("a")
      yield* Effect.forEach(["b2", "a1"], get)
      assert.deepStrictEqual(yield* asked, ["a1", "b1", "b2", "a1", "a1"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("forgets everything when it is not known what changed", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(told)
      yield* Effect.forEach(["a1", "b1"], get)
      yield* announce(null)
      yield* Effect.forEach(["a1", "b1"], get)
      assert.deepStrictEqual(yield* asked, ["a1", "b1", "a1", "b1"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("does not remember an answer that was on its way when its tenant changed", () =>
    Effect.gen(function* () {
      for (const changed of ["a", null]) {
        const answer = yield* Deferred.make<string>()
        const { asked, get } = yield* makeCounted(() => Deferred.await(answer))
        const waiting = yield* Effect.forkChild(get("a1"), { startImmediately: true })
        yield* announce(changed)
        yield* Deferred.succeed(answer, "old")
        assert.strictEqual(yield* Fiber.join(waiting), "old")
        yield* get("a1")
        yield* get("a1")
        assert.lengthOf(yield* asked, 2)
      }
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("never remembers a failure", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted((question) =>
        question === "a1" ? Effect.fail("no") : Effect.die("never")
      )
      yield* Effect.exit(get("a1"))
      yield* Effect.exit(get("a1"))
      yield* Effect.exit(get("a2"))
      yield* Effect.exit(get("a2"))
      assert.deepStrictEqual(yield* asked, ["a1", "a1", "a2", "a2"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("asks again when the time to live is over, whether or not it was told of a change", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(told)
      yield* get("a1")
      yield* TestClock.adjust("29 seconds")
      yield* get("a1")
      assert.lengthOf(yield* asked, 1)
      yield* TestClock.adjust("1 second")
      yield* get("a1")
      assert.lengthOf(yield* asked, 2)
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("remembers for no longer when the clock is set back by a day", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 24))
      const { asked, get } = yield* makeCounted(Effect.succeed)
      yield* get("a1")
      yield* TestClock.setTime(Date.UTC(2026, 10, 23))
      yield* TestClock.adjust("30 seconds")
      yield* get("a1")
      assert.deepStrictEqual(yield* asked, ["a1", "a1"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("keeps no more than its capacity, and of that what was looked up last", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(told, 2)
      yield* Effect.forEach(["a1", "a2", "a1", "a3", "a1", "a2"], get)
      assert.deepStrictEqual(yield* asked, ["a1", "a2", "a3", "a1", "a2"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("has as much room as before once answers that were too old were looked up anew", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(told, 2)
      for (let round = 0; round < 5; round += 1) {
        yield* get("a1")
        yield* TestClock.adjust("1 minute")
      }
      yield* Effect.forEach(["a1", "b1", "a1", "b1"], get)
      assert.deepStrictEqual((yield* asked).slice(5), ["a1", "b1"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("lets what is about a tenant displace no one else's past its share", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(told, 4, { share: 2 })
      yield* Effect.forEach(["b1", "b2", "a1", "a2", "a3", "a4"], get)
      yield* Effect.forEach(["b1", "b2", "a3", "a4"], get)
      assert.deepStrictEqual(yield* asked, ["b1", "b2", "a1", "a2", "a3", "a4"])
      yield* get("a1")
      assert.lengthOf(yield* asked, 7)
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("keeps as much as there is room for by the size of the answers", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted((question) => Effect.succeed(question), 10, {
        share: 6,
        sizeOf: (answer) => answer.length
      })
      yield* Effect.forEach(["a1", "a2", "a34", "a2"], get)
      yield* Effect.forEach(["b1234", "c1"], get)
      yield* Effect.forEach(["a34", "b1234", "c1"], get)
      const before = ["a1", "a2", "a34", "b1234", "c1"]
      assert.deepStrictEqual(yield* asked, before)
      // What was forgotten takes no room.
      yield* announce("b")
      yield* Effect.forEach(["d1234", "a34", "c1"], get)
      assert.deepStrictEqual(yield* asked, [...before, "d1234"])
      // More than all the room is kept alone.
      yield* Effect.forEach(["e1234567890", "e1234567890", "d1234"], get)
      assert.deepStrictEqual(yield* asked, [...before, "d1234", "e1234567890", "d1234"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("keeps of a tenant no more than its share, by the size of the answers", () =>
    Effect.gen(function* () {
      const room = { share: 5, sizeOf: (answer: string) => Number(answer.slice(-1)) }
      const { asked, get } = yield* makeCounted(told, 100, room)
      yield* Effect.forEach(["a3", "a4"], get)
      yield* Effect.forEach(["a4", "a3"], get)
      assert.deepStrictEqual(yield* asked, ["a3", "a4", "a3"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("remembers an answer that was on its way when another tenant changed", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<string>()
      const { asked, get } = yield* makeCounted(() => Deferred.await(answer))
      const waiting = yield* Effect.forkChild(get("a1"), { startImmediately: true })
      yield* announce("b")
      yield* Deferred.succeed(answer, "new")
      yield* Fiber.join(waiting)
      yield* get("a1")
      assert.lengthOf(yield* asked, 1)
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("lets answers that say that there is nothing displace none but such", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted(
        (question) =>
          Effect.succeed(question.startsWith("a") ? `about ${question}` : `nothing about ${question}`),
        2
      )
      yield* Effect.forEach(["a1", "a2"], get)
      const madeUp = Array.from({ length: 6_000 }, (_, index) => `b${index}`)
      yield* Effect.forEach(madeUp, get, { concurrency: 1_000 })
      yield* Effect.forEach(["a1", "a2", "b5999", "b0"], get)
      assert.deepStrictEqual(yield* asked, ["a1", "a2", ...madeUp, "b0"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )

  it.effect("forgets that there is nothing as it forgets everything else", () =>
    Effect.gen(function* () {
      const { asked, get } = yield* makeCounted((question) => Effect.succeed(`nothing about ${question}`))
      yield* Effect.forEach(["a1", "b1"], get)
      yield* announce("a")
      yield* Effect.forEach(["a1", "b1"], get)
      yield* announce(null)
      yield* Effect.forEach(["b1", "b1"], get)
      yield* TestClock.adjust("30 seconds")
      yield* get("b1")
      assert.deepStrictEqual(yield* asked, ["a1", "b1", "a1", "b1", "b1"])
    }).pipe(Effect.provide(AnnouncedChanges))
  )
})
