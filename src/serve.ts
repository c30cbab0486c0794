import { Effect, Layer, Option, Ref } from "effect"
import { createDemo, demoDocument, printDemo } from "./adapters/cli/demo.ts"
import { announce } from "./adapters/cli/output.ts"
import { DeliveryWorkerLayer } from "./adapters/delivery/DeliveryWorker.ts"
import { HostResolverNode } from "./adapters/delivery/HostResolver.ts"
import { WebhookSenderHttp } from "./adapters/delivery/WebhookSenderHttp.ts"
import { EngineProbeLayer } from "./adapters/engine/remote/EngineProbeLayer.ts"
import { describeHost } from "./adapters/hostnames/describeHost.ts"
import { HttpServerLayer } from "./adapters/http/server/HttpServerLayer.ts"
import { StripePayments } from "./adapters/payment/StripePayments.ts"
import { assertPortFree } from "./adapters/processes/assertPortFree.ts"
import { isServingProcess, joinSupervisor, sharesPort } from "./adapters/processes/ServingProcess.ts"
import { superviseProcesses } from "./adapters/processes/Supervisor.ts"
import { SecureRandomPooled } from "./adapters/random/SecureRandomPooled.ts"
import { RateLimiterMemory } from "./adapters/ratelimit/RateLimiterMemory.ts"
import { ProcessMetricsLayer } from "./adapters/telemetry/ProcessMetricsLayer.ts"
import { mergeReports, renderMetrics } from "./adapters/telemetry/prometheus.ts"
import type { Configuration } from "./config.ts"
import { WebhookAddressRules } from "./domain/policy/webhookAddress.ts"
import { showCounters } from "./domain/screening/metrics.ts"
import { WorkspaceLocksLayer } from "./domain/screening/WorkspaceLocks.ts"
import { observeBacklog } from "./domain/shared/observeBacklog.ts"
import { reportOverageHourly } from "./domain/tenancy/reportOverage.ts"
import { EndUsersLayer } from "./domain/users/EndUsersLayer.ts"
import { showWebhookCounters } from "./domain/webhooks/metrics.ts"
import { ChosenEngineLayer } from "./engineLayer.ts"
import { StorageLayer, version } from "./wiring.ts"

/** Sends the webhooks that are due, no matter which process queued them. */
const DeliveryLayer = ({ webhooks }: Configuration) =>
  DeliveryWorkerLayer({ delays: webhooks.retryDelays }).pipe(
    Layer.provide(
      WebhookSenderHttp({
        timeout: webhooks.timeout,
        allowedHosts: webhooks.allowedHosts,
        userAgent: `Prescreen/${version}`
      })
    ),
    Layer.provide(HostResolverNode())
  )

const AddressRulesLayer = ({ address: { own, urls }, webhooks: { allowedHosts } }: Configuration) =>
  Layer.succeed(WebhookAddressRules, {
    describeHost,
    serviceUrls: [urls.service, urls.dashboard, own],
    allowedHosts
  })

const PaymentsLayer = ({ payments }: Configuration) =>
  payments === undefined ? Layer.empty : StripePayments(payments)

/** The Redis client has several hundred files, so it is loaded only where it is used. */
const RateLimiterLayer = ({ rateLimitStore }: Configuration) =>
  rateLimitStore === "memory"
    ? RateLimiterMemory()
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./adapters/ratelimit/RateLimiterRedis.ts")),
          ({ RateLimiterRedis }) => RateLimiterRedis(rateLimitStore)
        )
      )

/**
 * Probes an engine behind the engine protocol. A language model engine probes its server itself, and the built-in
 * engine is always available.
 */
const ProbeLayer = ({ engine }: Configuration) =>
  engine.kind === "http" ? EngineProbeLayer(engine.url.host) : Layer.empty

/** Takes the place of `joinSupervisor` in a process without a supervisor, which reports only on itself. */
const withoutSupervisor = {
  ready: Effect.void,
  reports: Effect.map(renderMetrics, (text) => [{ process: 1, text }])
}

/** Serves requests and sends webhooks in this process. `onAnnounced` is for when the operator knows that it is ready. */
const startServing = Effect.fnUntraced(function* (config: Configuration) {
  const announced = yield* Ref.make(false)
  const onAnnounced = Ref.set(announced, true)
  const { ready, reports } = isServingProcess
    ? yield* joinSupervisor(renderMetrics, onAnnounced)
    : withoutSupervisor
  yield* Effect.andThen(showCounters, showWebhookCounters)
  yield* observeBacklog
  const metrics = config.metrics ? Effect.map(reports, mergeReports) : undefined
  yield* Layer.build(
    Layer.mergeAll(
      HttpServerLayer({
        ...config.address,
        requestLimits: config.requestLimits,
        metrics,
        isAnnounced: Ref.get(announced),
        reusePort: sharesPort
      }),
      DeliveryLayer(config),
      ProbeLayer(config)
    ).pipe(
      Layer.provide([
        ChosenEngineLayer(config.engine),
        RateLimiterLayer(config),
        AddressRulesLayer(config),
        ProcessMetricsLayer,
        WorkspaceLocksLayer,
        EndUsersLayer.pipe(Layer.provide(WorkspaceLocksLayer))
      ])
    )
  )
  yield* ready
  return { onAnnounced }
})

/** The same in several processes of their own, which share the port and the database. */
const startProcesses = Effect.fnUntraced(function* ({ address, processes, rateLimitStore }: Configuration) {
  if (rateLimitStore === "memory") {
    yield* Effect.logWarning(
      `Each of the ${processes} processes counts rate limits by itself: set RATE_LIMIT_STORE=redis://… to share them`
    )
  }
  yield* assertPortFree(address.host, address.port)
  return yield* superviseProcesses(processes)
})

const sayReady = Effect.fnUntraced(function* ({ address, database }: Configuration, asJson: boolean) {
  // Not earlier: the keys are shown only once, and a start that fails, for example on a taken port, must not use that
  // up.
  const demo = database.url === undefined ? yield* createDemo() : Option.none()
  if (Option.isSome(demo) && !asJson) yield* printDemo(demo.value, address.urls.service)
  yield* announce(asJson, "prescreen", address.own, demoDocument(demo))
})

const warnOfForgottenEngine = ({ engine }: Configuration): Effect.Effect<void> =>
  engine.kind === "builtin" && engine.isForgotten
    ? Effect.logWarning(
        "ENGINE_URL is set but ENGINE is not, so that the built-in engine screens: set ENGINE to http, llm or cascade"
      )
    : Effect.void

/** The service: this process, or several that this one supervises. Announces in words or as JSON that it is ready. */
// It has no span of its own, which would be the parent of everything that ever happens.
export const serve = Effect.fnUntraced(function* (config: Configuration, asJson: boolean) {
  const several = config.processes > 1 && !isServingProcess
  const Ready = Layer.effectDiscard(
    Effect.gen(function* () {
      const { onAnnounced } = yield* several ? startProcesses(config) : startServing(config)
      if (isServingProcess) return
      yield* warnOfForgottenEngine(config)
      if (config.payments !== undefined) yield* Effect.forkScoped(reportOverageHourly)
      yield* sayReady(config, asJson)
      yield* onAnnounced
    })
  )
  // The database belongs to the supervisor, which starts it before the serving processes and stops it after them.
  return yield* Layer.launch(
    Ready.pipe(
      Layer.provide([
        StorageLayer(config, { besideService: isServingProcess }),
        PaymentsLayer(config),
        SecureRandomPooled
      ])
    )
  )
})
