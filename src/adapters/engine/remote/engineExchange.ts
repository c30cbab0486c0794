import type * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, References } from "effect"
import { HttpTraceContext } from "effect/http"
import { answerFault, statusFault, transportFault } from "./EngineFault.ts"
import type { EngineFault } from "./EngineFault.ts"
import { maxBodyBytes, readJson } from "./json.ts"

export type Dispatcher = NodeHttpClient.Dispatcher["Service"]

type Handler = Parameters<Dispatcher["dispatch"]>[1]
type Controller = Parameters<NonNullable<Handler["onRequestStart"]>>[0]

/** One request to an engine's server. */
export interface RemoteRequest {
  readonly method: "GET" | "POST"
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body?: string
}

/** What is wrong with an answer, by its status and headers alone; undefined if nothing is. */
const faultOfHead = (
  status: number,
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): EngineFault | undefined => {
  if (status !== 200) return statusFault(status)
  const encoding = headers["content-encoding"]?.toString().toLowerCase() ?? "identity"
  return encoding === "identity" ? undefined : answerFault("it is compressed, which was not asked for")
}

/**
 * Sends a request and collects its answer as it arrives, so that an answer that is too long is not read to its end. The
 * connection is closed unless the whole answer was read: on a fault, on the timeout, and when the caller has gone.
 */
const send = (dispatcher: Dispatcher, { body, headers, method, url }: RemoteRequest) =>
  Effect.callback<Uint8Array, EngineFault>((resume) => {
    const chunks: Array<Uint8Array> = []
    let bytes = 0
    let connection: Controller | undefined
    let isGivenUp = false

    const giveUp = () => {
      isGivenUp = true
      connection?.abort(new Error("given up"))
    }
    const refuse = (fault: EngineFault) => {
      resume(Effect.fail(fault))
      giveUp()
    }

    dispatcher.dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers,
        body: body ?? null,
        // The caller limits the time of the whole call.
        headersTimeout: 0,
        bodyTimeout: 0
      },
      {
        onRequestStart: (controller) => {
          connection = controller
          if (isGivenUp) giveUp()
        },
        onResponseStart: (_, status, headers) => {
          const fault = status < 200 ? undefined : faultOfHead(status, headers)
          if (fault !== undefined) refuse(fault)
        },
        onResponseData: (_, chunk) => {
          bytes += chunk.byteLength
          if (bytes > maxBodyBytes) refuse(answerFault(`it is over ${maxBodyBytes} bytes`))
          else chunks.push(chunk)
        },
        onResponseEnd: () => resume(Effect.succeed(Buffer.concat(chunks))),
        onResponseError: (_, error) => resume(Effect.fail(transportFault(error)))
      }
    )
    return Effect.sync(giveUp)
  })

/** The same in a span of its own. The engine's server continues the trace from the ids of that span. */
const sendTraced = (dispatcher: Dispatcher, request: RemoteRequest) =>
  Effect.useSpan(request.method, { kind: "client" }, (span) => {
    const { traceparent = "" } = HttpTraceContext.toHeaders(span)
    const noteStatus = (status: number | null) =>
      Effect.sync(() => {
        if (status !== null) span.attribute("http.response.status_code", status)
      })
    return send(dispatcher, { ...request, headers: { ...request.headers, traceparent } }).pipe(
      Effect.tap(() => noteStatus(200)),
      Effect.tapError(({ status }) => noteStatus(status))
    )
  })

// A compressed answer could grow beyond every limit once it is unpacked.
const accepted = { accept: "application/json", "accept-encoding": "identity" }

/** Sends a request and parses the whole answer. */
export const exchange =
  (dispatcher: Dispatcher) =>
  (asked: RemoteRequest): Effect.Effect<unknown, EngineFault> => {
    const request = { ...asked, headers: { ...asked.headers, ...accepted } }
    return References.TracerEnabled.pipe(
      Effect.flatMap((isTraced) => (isTraced ? sendTraced : send)(dispatcher, request)),
      Effect.flatMap((body) => Effect.mapError(Effect.fromResult(readJson(body)), answerFault))
    )
  }
