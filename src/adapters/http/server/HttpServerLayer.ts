import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Duration, Effect, Layer, MutableRef } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createServer } from "node:http"
import { makeLimitReading } from "../access/accessControl.ts"
import { AuthorizationLayer } from "../access/AuthorizationLayer.ts"
import { Api } from "../Api.ts"
import { DecisionsHandlers } from "../decisions.handlers.ts"
import { DeliveriesHandlers } from "../deliveries.handlers.ts"
import { KeysHandlers } from "../keys.handlers.ts"
import { MetaHandlers } from "../meta.handlers.ts"
import { MetricsReport, MetricsRoute } from "../metrics.route.ts"
import { ModerationsHandlers } from "../moderations.handlers.ts"
import { PaymentWebhookLayer } from "../paymentWebhook.ts"
import { PoliciesHandlers, PresetsHandlers } from "../policies.handlers.ts"
import { OpenAiErrorsLayer } from "../problems/OpenAiErrors.ts"
import { PublicUrls } from "../problems/problems.ts"
import { ReferenceLayer } from "../reference/ReferenceLayer.ts"
import { JsonBodyLayer, largestBody } from "../requests/JsonBody.ts"
import { RequestValidationLayer } from "../requests/RequestValidation.ts"
import { ReviewHandlers } from "../review.handlers.ts"
import { RulesHandlers } from "../rules.handlers.ts"
import { makeCheckListener } from "../screening.listener.ts"
import { CheckRoute } from "../screening.route.ts"
import { TenantHandlers } from "../tenant.handlers.ts"
import { UsageHandlers } from "../usage.handlers.ts"
import { UsersHandlers } from "../users.handlers.ts"
import { watchAwaitedAnswers } from "./awaitedAnswers.ts"
import { EdgeLayer } from "./EdgeLayer.ts"
import { answerMalformedRequests } from "./malformedRequests.ts"
import type { MalformedRequestOptions } from "./malformedRequests.ts"
import { makeOverloadRefusal } from "./overload.ts"
import { offerRequests } from "./requestInterceptors.ts"
import type { RequestInterceptor } from "./requestInterceptors.ts"
import { makeServedRoutes } from "./routes.ts"
import { Announcement } from "./serviceHealth.ts"
import { stopGently } from "./stopGently.ts"

export interface HttpServerOptions {
  readonly host: string
  readonly port: number
  /** How the service and its dashboard are reached from outside, without a slash at the end. */
  readonly urls: PublicUrls["Service"]
  /** Shares the port with other processes that do so too: the system deals connections out among them. */
  readonly reusePort?: boolean
  readonly requestLimits: {
    /** How long a request may take to arrive, headers and body. */
    readonly requestTimeout: Duration.Duration
    /** How long a connection may be idle between two requests. */
    readonly keepAliveTimeout: Duration.Duration
    /** Requests under `/v1` that may be under way at a time. */
    readonly mostInFlight: number
  }
  /** What `GET /metrics` answers with; no such path when it is undefined. */
  readonly metrics: MetricsReport["Service"]["text"]
  /** Whether the operator has been told that the service is ready; until then `GET /ready` says that it is not. */
  readonly isAnnounced: Announcement["Service"]["isMade"]
}

const HandlersLayer = Layer.mergeAll(
  DecisionsHandlers,
  DeliveriesHandlers,
  KeysHandlers,
  MetaHandlers,
  ModerationsHandlers,
  PoliciesHandlers,
  PresetsHandlers,
  ReviewHandlers,
  RulesHandlers,
  TenantHandlers,
  UsageHandlers,
  UsersHandlers
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(AuthorizationLayer, JsonBodyLayer, OpenAiErrorsLayer, RequestValidationLayer)
  )
)

/** Every route, waiting for the domain's ports and the public addresses. */
const RoutesLayer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(HandlersLayer)),
  CheckRoute,
  MetricsRoute,
  ReferenceLayer,
  PaymentWebhookLayer,
  EdgeLayer
)

/** In-flight requests get this long to finish once the server is told to stop. */
const gracePeriod = "10 seconds"

/** Headers are short: who takes longer over them than this has another purpose. */
const longestHeaders = Duration.seconds(10)

/**
 * Milliseconds without a byte in either direction, in the middle of a request or an answer. An engine may be given ten
 * minutes (`ENGINE_TIMEOUT_MS`); who reads nothing of an answer for longer than that is gone.
 */
const longestSilence = 660_000

/**
 * Connections that wait to be accepted: as many as Linux allows by itself (`net.core.somaxconn`). With Node's 511 the first
 * requests of many clients at once, behind a restart for one, would be dropped and come again seconds later.
 */
const mostWaitingConnections = 4_096

/** How often Node looks for requests that are late, in milliseconds. */
const lookForLateRequests = 1_000

const ServerLayer = (
  { requestLimits, host, port, reusePort = false, urls }: HttpServerOptions,
  isStopping: MutableRef.MutableRef<boolean>
) => {
  const requestTimeout = Duration.toMillis(requestLimits.requestTimeout)
  const makeServer =
    (refuseOverload: RequestInterceptor, takeCheck: RequestInterceptor, malformed: MalformedRequestOptions) =>
    () => {
      const server = createServer({
        requireHostHeader: false,
        keepAliveTimeout: Duration.toMillis(requestLimits.keepAliveTimeout),
        requestTimeout,
        headersTimeout: Math.min(requestTimeout, Duration.toMillis(longestHeaders)),
        connectionsCheckingInterval: lookForLateRequests,
        // No other protocol is spoken here. Where Node hands such a request over, its connection ends with the answer.
        shouldUpgradeCallback: () => false
      })
      server.timeout = longestSilence
      const awaited = watchAwaitedAnswers(server)
      answerMalformedRequests(server, awaited, malformed)
      const observers = [stopGently(server, awaited, isStopping), awaited.observe]
      offerRequests(server, observers, [refuseOverload, takeCheck])
      return server
    }
  return Layer.unwrap(
    Effect.map(
      Effect.all([
        makeOverloadRefusal({ mostInFlight: requestLimits.mostInFlight, serviceUrl: urls.service }),
        makeCheckListener,
        makeServedRoutes,
        makeLimitReading
      ]),
      ([refuseOverload, takeCheck, routes, limits]) =>
        NodeHttpServer.layer(
          makeServer(refuseOverload, takeCheck, { serviceUrl: urls.service, routes, limits }),
          {
            host,
            port,
            reusePort,
            backlog: mostWaitingConnections,
            gracefulShutdownTimeout: gracePeriod
          }
        )
    )
  )
}

const ServingLayer = (options: HttpServerOptions, isStopping: MutableRef.MutableRef<boolean>) =>
  HttpRouter.serve(RoutesLayer, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provide(ServerLayer(options, isStopping)),
    Layer.provide([
      Layer.succeed(PublicUrls, options.urls),
      Layer.succeed(MetricsReport, { text: options.metrics }),
      Layer.succeed(Announcement, {
        // Who is told to stop is ready for nobody.
        isMade: Effect.map(options.isAnnounced, (isMade) => isMade && !isStopping.current)
      }),
      Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(largestBody)),
      // Ids that are too long are refused by the API, with a word, and not by the router.
      Layer.succeed(HttpRouter.RouterConfig, {
        maxParamLength: 65_536,
        // A path is known as it is written, or it is not.
        ignoreTrailingSlash: false,
        ignoreDuplicateSlashes: false,
        caseSensitive: true
      })
    ])
  )

export const HttpServerLayer = (options: HttpServerOptions) =>
  Layer.unwrap(Effect.sync(() => ServingLayer(options, MutableRef.make(false))))
