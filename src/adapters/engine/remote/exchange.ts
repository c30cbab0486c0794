import { Effect, References, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import type { HttpClientResponse } from "effect/http"
import { answerFault, statusFault, transportFault } from "./EngineFault.ts"
import type { EngineFault } from "./EngineFault.ts"
import { maxBodyBytes, readJson } from "./json.ts"

interface Received {
  readonly chunks: Array<Uint8Array>
  bytes: number
}

const receive = (received: Received, chunk: Uint8Array) => {
  received.bytes += chunk.byteLength
  if (received.bytes > maxBodyBytes) return Effect.fail(answerFault(`it is over ${maxBodyBytes} bytes`))
  received.chunks.push(chunk)
  return Effect.succeed(received)
}

/** Read as it comes, so that what is too long is not read to its end. */
const readBody = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  if (response.status !== 200) return yield* statusFault(response.status)
  const encoding = response.headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") return yield* answerFault("it is compressed, which was not asked for")
  const { chunks } = yield* Stream.runFoldEffect(
    response.stream,
    (): Received => ({ chunks: [], bytes: 0 }),
    receive
  )
  return Buffer.concat(chunks)
})

// A compressed answer could grow beyond every limit once it is unpacked.
const accepted = { accept: "application/json", "accept-encoding": "identity" }

/**
 * One request and its whole answer, parsed. The scope around it closes the connection when the answer was not read to
 * its end: on a fault, on the timeout, and when the caller has gone.
 */
export const exchange = (client: HttpClient.HttpClient) => {
  const scoped = HttpClient.withScope(client)
  return (request: HttpClientRequest.HttpClientRequest): Effect.Effect<unknown, EngineFault> =>
    // Each try sends a request object of its own: `withScope` tells requests apart by identity.
    References.TracerEnabled.pipe(
      Effect.flatMap((traced) =>
        scoped.execute(HttpClientRequest.setHeaders(request, accepted)).pipe(
          // Without tracing a span has ids that are none, and they would be sent.
          Effect.provideService(HttpClient.TracerPropagationEnabled, traced)
        )
      ),
      Effect.flatMap(readBody),
      Effect.catchTag("HttpClientError", (error) => Effect.fail(transportFault(error))),
      Effect.scoped,
      Effect.flatMap((body) => Effect.mapError(Effect.fromResult(readJson(body)), answerFault))
    )
}
