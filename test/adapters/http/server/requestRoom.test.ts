import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeRequestRoom } from "../../../../src/adapters/http/server/requestRoom.ts"

const most = 8

const newRoom = Effect.map(Clock.Clock, (clock) => {
  const room = makeRequestRoom(most, clock)
  const each = (count: number, act: (sender: string) => void, sender: string) => {
    for (let nth = 0; nth < count; nth += 1) act(sender)
  }
  return {
    isFullFor: room.isFullFor,
    begin: (count: number, sender = "one") => each(count, room.begin, sender),
    end: (count: number, sender = "one") => each(count, room.end, sender)
  }
})

describe("room for requests", () => {
  it.effect("is there for three times as many for one second", () =>
    Effect.gen(function* () {
      const room = yield* newRoom
      room.begin(most)
      assert.isFalse(room.isFullFor("one"))
      room.begin(2 * most - 1)
      assert.isFalse(room.isFullFor("one"))
      room.begin(1)
      assert.isTrue(room.isFullFor("one"))
      room.end(2 * most)
      yield* TestClock.adjust("999 millis")
      assert.isFalse(room.isFullFor("one"))
      yield* TestClock.adjust("1 millis")
      assert.isTrue(room.isFullFor("one"))
    })
  )

  it.effect("takes no second burst until less than half of it is in use", () =>
    Effect.gen(function* () {
      const room = yield* newRoom
      room.begin(most)
      assert.isFalse(room.isFullFor("one"))
      yield* TestClock.adjust("1 second")
      assert.isTrue(room.isFullFor("one"))
      room.end(most / 2)
      assert.isFalse(room.isFullFor("one"))
      room.begin(most / 2)
      assert.isTrue(room.isFullFor("one"))
      room.end(most / 2 + 1)
      room.begin(most / 2 + 1)
      assert.isFalse(room.isFullFor("one"))
    })
  )

  it.effect("is kept, up to four times as many, for a sender with less than its share", () =>
    Effect.gen(function* () {
      const room = yield* newRoom
      room.begin(3 * most, "one")
      room.begin(most / 2 - 1, "two")
      assert.isTrue(room.isFullFor("one"))
      assert.isFalse(room.isFullFor("two"))
      assert.isFalse(room.isFullFor("three"))
      room.begin(1, "two")
      assert.isTrue(room.isFullFor("two"))
      room.begin(most / 2, "one")
      assert.isTrue(room.isFullFor("three"))
    })
  )

  it.effect("is shared only by senders with requests in progress", () =>
    Effect.gen(function* () {
      const room = yield* newRoom
      room.begin(3 * most, "one")
      room.begin(most / 2 - 1, "two")
      room.begin(1, "three")
      assert.isTrue(room.isFullFor("two"))
      room.end(1, "three")
      assert.isFalse(room.isFullFor("two"))
    })
  )
})
