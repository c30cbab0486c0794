import { Duration, Effect, Layer, Option } from "effect"
import type { Redacted, Result } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { CircuitBreaker } from "effect/persistence"
import { ScreeningEngine, ScreeningUnavailable } from "../../../domain/screening/ScreeningEngine.ts"
import { observeGauge } from "../../../domain/shared/observeGauge.ts"
import { healthPath, readHealth, readReport, screenPath, wireRequest } from "./engine.api.ts"
import { answerFault, EngineFault } from "./EngineFault.ts"
import { exchange } from "./exchange.ts"

export interface ScreeningEngineHttpOptions {
  /** May have a path and a query of its own; the protocol's paths are appended to the path. */
  readonly url: URL
  readonly token: Option.Option<Redacted.Redacted>
  /** For one call, over all its tries. */
  readonly timeout: Duration.Duration
  /** So many faults in a row open the circuit: 10 unless told otherwise. */
  readonly faultsToOpen?: number
  /** The time between two probes of an open circuit: 5 seconds unless told otherwise. */
  readonly probeEvery?: Duration.Duration
}

/** While the circuit is closed the next request is asked like any other. */
const soon = 1

const unavailable = ({ reason }: EngineFault): ScreeningUnavailable =>
  new ScreeningUnavailable({ retryAfterSeconds: soon, reason })

const circuitIsOpen = ({ reason }: CircuitBreaker.CircuitBreakerError): ScreeningUnavailable => {
  const wait = reason._tag === "CircuitOpen" ? Math.ceil(Duration.toSeconds(reason.retryAfter)) : soon
  return new ScreeningUnavailable({
    retryAfterSeconds: Math.max(soon, wait),
    reason: "the engine is not asked for a while after too many faults in a row"
  })
}

const endpoint = (base: URL, path: string): string => {
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/+$/, "")}${path}`
  return url.href
}

const authorized =
  (token: Option.Option<Redacted.Redacted>) => (request: HttpClientRequest.HttpClientRequest) =>
    Option.match(token, {
      onNone: () => request,
      onSome: (token) => HttpClientRequest.bearerToken(request, token)
    })

/** Sends a request, once more where that may help, and reads the answer, all within the timeout. */
const asking = (client: HttpClient.HttpClient, timeout: Duration.Duration) => {
  const send = exchange(client)
  const tooLate = new EngineFault({
    reason: `no whole answer within ${Duration.toMillis(timeout)} ms`,
    mayRetry: false
  })
  return <A>(
    request: HttpClientRequest.HttpClientRequest,
    read: (body: unknown) => Result.Result<A, string>
  ) =>
    send(request).pipe(
      Effect.retry({ times: 1, while: (fault) => fault.mayRetry }),
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(tooLate) }),
      Effect.flatMap((body) => Effect.mapError(Effect.fromResult(read(body)), answerFault))
    )
}

const circuitStates = { Closed: 0, HalfOpen: 1, Open: 2 } as const

const observeCircuit = Effect.fnUntraced(function* (breaker: CircuitBreaker.CircuitBreaker) {
  const run = Effect.runSyncWith(yield* Effect.context())
  yield* observeGauge({
    name: "prescreen.engine.circuit",
    description: "0 while the engine is asked, 1 while it is probed, 2 while it is given a rest",
    read: () =>
      run(
        breaker.state("engine").pipe(
          Effect.map(({ _tag }) => circuitStates[_tag]),
          Effect.orElseSucceed(() => 0)
        )
      )
  })
})

/** Asks a server that speaks the engine protocol (docs/engine.md). One request answers all checks. */
export const ScreeningEngineHttp = (
  options: ScreeningEngineHttpOptions
): Layer.Layer<ScreeningEngine, never, HttpClient.HttpClient> =>
  Layer.effect(
    ScreeningEngine,
    Effect.gen(function* () {
      const ask = asking(yield* HttpClient.HttpClient, options.timeout)
      const breaker = yield* CircuitBreaker.make({
        tripPolicy: CircuitBreaker.consecutive(options.faultsToOpen ?? 10),
        openDuration: options.probeEvery ?? Duration.seconds(5)
      })
      yield* observeCircuit(breaker)
      const authorize = authorized(options.token)
      const post = authorize(HttpClientRequest.post(endpoint(options.url, screenPath)))
      const get = authorize(HttpClientRequest.get(endpoint(options.url, healthPath)))

      return ScreeningEngine.of({
        screen: Effect.fn("ScreeningEngineHttp.screen")(
          function* (request) {
            return yield* ask(HttpClientRequest.bodyJsonUnsafe(post, wireRequest(request)), (body) =>
              readReport(request.checks, body)
            )
          },
          breaker.execute({ key: "engine" }),
          Effect.catchTags({
            EngineFault: (fault) => Effect.fail(unavailable(fault)),
            CircuitBreakerError: (error) => Effect.fail(circuitIsOpen(error))
          })
        ),
        // Beside the breaker: whoever asks for the engine's health wants to know now, and decides nothing by it.
        health: ask(get, readHealth).pipe(
          Effect.mapError(unavailable),
          Effect.withSpan("ScreeningEngineHttp.health")
        )
      })
    })
  ).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))
