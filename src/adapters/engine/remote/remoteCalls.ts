import { Duration, Effect, Option, Redacted } from "effect"
import type { Result } from "effect"
import { ScreeningUnavailable } from "../../../domain/screening/ScreeningEngine.ts"
import { exchange } from "./engineExchange.ts"
import type { Dispatcher, RemoteRequest } from "./engineExchange.ts"
import { lateFault } from "./EngineFault.ts"
import type { EngineFault } from "./EngineFault.ts"

/** How an engine behind HTTP is reached. */
export interface RemoteOptions {
  /** May have a path and a query of its own; the engine's paths are appended to the path. */
  readonly url: URL
  readonly token: Option.Option<Redacted.Redacted>
  /** The time for one call, including its second try. */
  readonly timeout: Duration.Duration
  /** How many faults in a row open the circuit; 10 by default. */
  readonly faultsToOpen?: number
  /** The time between two probes of an open circuit; 5 seconds by default. */
  readonly probeEvery?: Duration.Duration
}

/** The shortest `Retry-After`, in seconds: while the circuit is closed, the next request is sent like any other. */
export const shortestRetryAfter = 1

/** A fault as the port reports it, for calls that do not go through the circuit breaker. */
export const unavailable = ({ reason }: EngineFault): ScreeningUnavailable =>
  new ScreeningUnavailable({ retryAfterSeconds: shortestRetryAfter, reason })

/** The base's address, with the path appended to its own. */
const endpoint = (base: URL, path: string): URL => {
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/+$/, "")}${path}`
  return url
}

/** Makes requests to an engine's server, each to a path below that of the options. */
export const makeRequests = ({ token, url }: Pick<RemoteOptions, "token" | "url">) => {
  const authorization: Readonly<Record<string, string>> = Option.match(token, {
    onNone: () => ({}),
    onSome: (token) => ({ authorization: `Bearer ${Redacted.value(token)}` })
  })
  const posted = { ...authorization, "content-type": "application/json" }
  return {
    get: (path: string): RemoteRequest => ({
      method: "GET",
      url: endpoint(url, path),
      headers: authorization
    }),
    post: (path: string) => {
      const at = endpoint(url, path)
      return (body: unknown, headers: Readonly<Record<string, string>> = {}): RemoteRequest => ({
        method: "POST",
        url: at,
        headers: { ...posted, ...headers },
        body: JSON.stringify(body)
      })
    }
  }
}

/**
 * Makes the function that sends a request, once more if that may help, and reads the answer, all within the timeout.
 */
export const makeAsk = (dispatcher: Dispatcher, timeout: Duration.Duration) => {
  const send = exchange(dispatcher)
  const tooLate = lateFault(Duration.toMillis(timeout))
  return <A>(
    request: RemoteRequest,
    read: (body: unknown) => Result.Result<A, EngineFault>
  ): Effect.Effect<A, EngineFault> =>
    send(request).pipe(
      Effect.catchIf(
        ({ mayRetry }) => mayRetry,
        () => send(request)
      ),
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(tooLate) }),
      Effect.flatMap((body) => Effect.fromResult(read(body)))
    )
}
