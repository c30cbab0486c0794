import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Effect, Stream } from "effect"
import type { Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { Readable } from "node:stream"

/** The largest body, in bytes. */
export const largestBody = 256 * 1024

/** The chunks as one; a single chunk is not copied. */
const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/** The chunks that have arrived so far. One `read` returns one chunk. */
const readChunks = (incoming: Readable): ReadonlyArray<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  for (;;) {
    const chunk: unknown = incoming.read()
    if (!(chunk instanceof Uint8Array)) return chunks
    chunks.push(chunk)
  }
}

const awaitBody = (incoming: Readable): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    const onData = (chunk: Uint8Array) => chunks.push(chunk)
    const onEnd = () => {
      resume(Effect.succeed(joined(chunks)))
    }
    incoming.on("data", onData).once("end", onEnd)
    return Effect.sync(() => {
      incoming.off("data", onData).off("end", onEnd)
    })
  })

/**
 * Reads a body with a `Content-Length`, at once if all of it has arrived. The framework's own reader waits until Node
 * has destroyed the stream, which costs as much as everything else that is done with a request.
 */
export const readAnnounced = (
  incoming: Readable & { readonly complete: boolean }
): Effect.Effect<Uint8Array> =>
  incoming.complete ? Effect.succeed(joined(readChunks(incoming))) : awaitBody(incoming)

/**
 * In how many chunks a body of unknown length may come. Each costs as much as a hundred bytes, and clients put kilobytes
 * into one.
 */
export const mostChunks = 8_192

/** Joins chunks as they come: kept one by one, chunks of a byte each take up a hundred times what they contain. */
const makeJoiner = () => {
  let bytes = new Uint8Array(4_096)
  let length = 0
  let count = 0
  return {
    /** Returns whether the body is small enough with this chunk. */
    add: (chunk: Uint8Array): boolean => {
      const longer = length + chunk.length
      count += 1
      if (count > mostChunks || longer > largestBody) return false
      if (longer > bytes.length) {
        const larger = new Uint8Array(Math.max(longer, 2 * bytes.length))
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(chunk, length)
      length = longer
      return true
    },
    body: (): Uint8Array => bytes.subarray(0, length)
  }
}

/** Reads by the framework's stream, which tells a client that waits for `100 Continue` to go on. */
const readStream = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Option.Option<Uint8Array>> =>
  Effect.suspend(() => {
    const { add, body } = makeJoiner()
    return request.stream.pipe(
      Stream.runForEachArray((chunks) => (chunks.every(add) ? Effect.void : Effect.fail("too large"))),
      Effect.map(body),
      Effect.option
    )
  })

/**
 * Reads a body; none if it is too large. The framework's stream is used only for a body of unknown length and for a
 * client that waits for `100 Continue`.
 */
export const readBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<Option.Option<Uint8Array>> => {
  const { headers } = request
  if (headers["content-length"] === undefined || headers["expect"] !== undefined) return readStream(request)
  return Effect.asSome(readAnnounced(NodeHttpServerRequest.toIncomingMessage(request)))
}
