import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Readable } from "node:stream"
import { readAnnounced } from "../../../../src/adapters/http/requests/readBody.ts"

/** A request's stream as Node leaves it: filled chunk by chunk as they come, and complete with the last. */
const incoming = () =>
  Object.assign(new Readable({ read: () => undefined }), {
    complete: false
  })

const chunks = ['{"input":', '{"prompt":"a fox"}', "}"]

describe("a body of announced length", () => {
  it.effect("is read whole when all its chunks are there", () =>
    Effect.gen(function* () {
      const stream = incoming()
      for (const chunk of [...chunks, null]) stream.push(chunk)
      stream.complete = true
      assert.strictEqual(String(yield* readAnnounced(stream)), chunks.join(""))
    })
  )

  it.live("is read whole when some of it is still to come", () =>
    Effect.gen(function* () {
      const stream = incoming()
      stream.push(chunks[0])
      const [body] = yield* Effect.all(
        [
          readAnnounced(stream),
          Effect.delay(
            Effect.sync(() => {
              for (const chunk of [...chunks.slice(1), null]) stream.push(chunk)
              stream.complete = true
            }),
            "20 millis"
          )
        ],
        { concurrency: "unbounded" }
      )
      assert.strictEqual(String(body), chunks.join(""))
    })
  )
})
