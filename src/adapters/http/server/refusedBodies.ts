import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import type { Readable } from "node:stream"
import { largestBody } from "../requests/readBody.ts"

/** The largest body, in bytes, that is read to its end although the request is refused. */
const largestDiscarded = 16 * 1024 * 1024

type Incoming = Readable & Pick<IncomingMessage, "complete" | "headers">

/** A client that waits for `100 Continue` has not begun to send the body. */
const isOnItsWay = ({ complete, headers }: Incoming): boolean => {
  const length = Number(headers["content-length"])
  return !complete && headers.expect === undefined && length > largestBody && length <= largestDiscarded
}

const discard = (request: Incoming): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const onEnd = () => {
      resume(Effect.void)
    }
    // Without its end, the connection has broken.
    request.once("end", onEnd).once("close", onEnd).resume()
    return Effect.sync(() => {
      request.off("end", onEnd).off("close", onEnd)
    })
  })

/**
 * Reads what is left of a body that nobody reads, because it is too large or the request was refused before. If it is
 * larger than `largestBody`, the framework closes the connection soon after the answer, and many clients, which read
 * nothing until they have sent everything, would find a broken connection and no answer. Undefined if nothing has to be
 * awaited.
 */
export const discardLargeBody = (request: Incoming): Effect.Effect<void> | undefined =>
  isOnItsWay(request) ? discard(request) : undefined
