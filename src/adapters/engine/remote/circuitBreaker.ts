import { Cause, Duration, Effect, Exit, Layer, Option, Stream } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { ScreeningUnavailable } from "../../../domain/screening/ScreeningEngine.ts"
import { observeGauge } from "../../../domain/shared/observeGauge.ts"
import { bySteadyClock } from "../../../domain/shared/steadyClock.ts"
import type { EngineFault } from "./EngineFault.ts"
import { shortestRetryAfter } from "./remoteCalls.ts"
import type { RemoteOptions } from "./remoteCalls.ts"

const circuitIsOpen = ({ reason }: CircuitBreaker.CircuitBreakerError): ScreeningUnavailable => {
  const wait =
    reason._tag === "CircuitOpen" ? Math.ceil(Duration.toSeconds(reason.retryAfter)) : shortestRetryAfter
  return new ScreeningUnavailable({
    retryAfterSeconds: Math.max(shortestRetryAfter, wait),
    reason: "the engine is not asked for a while after too many faults in a row",
    isLogged: true
  })
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

/** Logs when the circuit opens and when it closes. Everything in between is the same outage. */
const logCircuit = (breaker: CircuitBreaker.CircuitBreaker, host: string) =>
  Stream.runForEach(breaker.transitions, ({ from, to }) => {
    if (from === "Closed") {
      return Effect.logWarning("The screening engine failed too often in a row and is only probed now").pipe(
        Effect.annotateLogs({ engine: host })
      )
    }
    return to === "Closed"
      ? Effect.annotateLogs(Effect.logInfo("The screening engine answers again"), { engine: host })
      : Effect.void
  }).pipe(Effect.forkScoped({ startImmediately: true }))

/** Whether a fault is that of a probe. It belongs to the outage that was logged when the circuit opened. */
const ofProbe = (state: CircuitBreaker.State): boolean =>
  state._tag === "Open" && state.consecutiveOpenings > 1

/**
 * A fault that concerns the prompt does not count, does not reset the count of those before it, and leaves the probe to
 * the next call. Otherwise whoever sends such prompts could take the engine away from everybody else, or keep the
 * circuit of a broken engine closed.
 */
const classify = <A>(exit: Exit.Exit<A, EngineFault>): CircuitBreaker.Outcome => {
  if (Exit.isSuccess(exit)) return CircuitBreaker.success
  const concernsPrompt = Option.exists(Cause.findErrorOption(exit.cause), (fault) => fault.concernsPrompt)
  return concernsPrompt ? CircuitBreaker.ignored : CircuitBreaker.failure()
}

/**
 * The state of the circuits, timed by the monotonic clock: a circuit stays open for the right time even if the time of
 * day is set.
 */
const CircuitStore = Layer.effect(
  CircuitBreaker.CircuitBreakerStore,
  Effect.map(CircuitBreaker.CircuitBreakerStore, ({ admit, record, state }) => ({
    admit: (key) => bySteadyClock(admit(key)),
    record: (options) => bySteadyClock(record(options)),
    state: (key) => bySteadyClock(state(key))
  }))
).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

/** Makes a circuit breaker for calls to the engine. It reports a fault as the port's `ScreeningUnavailable`. */
export const makeCircuitBreaker = ({ faultsToOpen, probeEvery, url }: RemoteOptions) =>
  CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(faultsToOpen ?? 10),
    openDuration: probeEvery ?? Duration.seconds(5)
  }).pipe(
    Effect.provide(CircuitStore),
    Effect.tap(observeCircuit),
    Effect.tap((breaker) => logCircuit(breaker, url.host)),
    Effect.map((breaker) => {
      const toUnavailable = ({ reason }: EngineFault) =>
        breaker.state("engine").pipe(
          Effect.map(ofProbe),
          Effect.orElseSucceed(() => false),
          Effect.flatMap((isLogged) =>
            Effect.fail(new ScreeningUnavailable({ retryAfterSeconds: shortestRetryAfter, reason, isLogged }))
          )
        )
      return <A>(call: Effect.Effect<A, EngineFault>): Effect.Effect<A, ScreeningUnavailable> =>
        call.pipe(
          breaker.execute({ key: "engine", classify: classify<A> }),
          Effect.catchTags({
            EngineFault: toUnavailable,
            CircuitBreakerError: (error) => Effect.fail(circuitIsOpen(error))
          })
        )
    })
  )
