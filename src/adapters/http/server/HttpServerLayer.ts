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
import { PaymentWebhookRoute } from "../paymentWebhook.route.ts"
import { PoliciesHandlers, PresetsHandlers } from "../policies.handlers.ts"
import { OpenAiErrorsLayer } from "../problems/OpenAiErrors.ts"
import { PublicUrls } from "../problems/problems.ts"
import { ReferenceLayer } from "../reference/ReferenceLayer.ts"
import { JsonBodyLayer } from "../requests/JsonBody.ts"
import { largestBody } from "../requests/readBody.ts"
import { separateRepeatedKeys } from "../requests/repeatedKey.ts"
import { RequestValidationLayer } from "../requests/RequestValidation.ts"
import { ReviewHandlers } from "../review.handlers.ts"
import { RulesHandlers } from "../rules.handlers.ts"
import { makeCheckListener } from "../screening.listener.ts"
import { CheckRoute } from "../screening.route.ts"
import { TenantHandlers } from "../tenant.handlers.ts"
import { UsageHandlers } from "../usage.handlers.ts"
import { UsersHandlers } from "../users.handlers.ts"
import { watchAwaitedAnswers } from "./awaitedAnswers.ts"
import { closeGracefully } from "./closeGracefully.ts"
import { makeConnectionLimits } from "./connectionLimits.ts"
import { EdgeLayer } from "./EdgeLayer.ts"
import { answerMalformedRequests } from "./malformedRequests.ts"
import type { MalformedRequestOptions } from "./malformedRequests.ts"
import { makeOverloadRefusal } from "./overload.ts"
import { offerRequests } from "./requestInterceptors.ts"
import type { RequestInterceptor } from "./requestInterceptors.ts"
import { makeRecordMalformed } from "./requestRecord.ts"
import { makeServedRoutes } from "./routes.ts"
import { Announcement } from "./serviceHealth.ts"

export interface HttpServerOptions {
  readonly host: string
  readonly port: number
  /** The public addresses of the service and its dashboard, without a slash at the end. */
  readonly urls: PublicUrls["Service"]
  /**
   * Shares the port with other processes that also set this. The operating system distributes the connections among
   * them.
   */
  readonly reusePort?: boolean
  readonly requestLimits: {
    /** How long a request may take to arrive, headers and body. */
    readonly requestTimeout: Duration.Duration
    /** How long a connection may be idle between two requests. */
    readonly keepAliveTimeout: Duration.Duration
    /** How many requests under `/v1` may be in progress at a time (see `OverloadOptions`). */
    readonly mostInFlight: number
  }
  /** What `GET /metrics` answers with. If undefined, the path does not exist. */
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
  PaymentWebhookRoute,
  EdgeLayer
)

/** Requests in progress get this long to finish once the server is told to stop. */
const gracePeriod = "10 seconds"

/** Headers are short. A client that needs longer than this to send them is not an ordinary one. */
const longestHeaders = Duration.seconds(10)

/**
 * How long a connection may stay silent in both directions in the middle of a request or an answer, in milliseconds. It
 * exceeds the ten minutes that an engine may be given (`ENGINE_TIMEOUT_MS`). A client that has read nothing of an
 * answer for that long has gone away.
 */
const longestSilence = 660_000

/**
 * The listen backlog: how many connections may wait to be accepted. Linux allows this many by default
 * (`net.core.somaxconn`). With Node's default of 511, connections would be dropped when many clients connect at once,
 * for example after a restart, and those clients would try again only seconds later.
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
        // An upgrade request is answered like any other, because no other protocol is spoken here. If Node handed it
        // over as an upgrade, the connection would end with the answer.
        shouldUpgradeCallback: () => false
      })
      server.timeout = longestSilence
      const awaited = watchAwaitedAnswers(server)
      answerMalformedRequests(server, awaited, malformed)
      const observers = [
        closeGracefully(server, awaited, isStopping, reusePort),
        awaited.observe,
        makeConnectionLimits(),
        separateRepeatedKeys
      ]
      offerRequests(server, observers, [refuseOverload, takeCheck])
      return server
    }
  return Layer.unwrap(
    Effect.map(
      Effect.all([
        makeOverloadRefusal({ mostInFlight: requestLimits.mostInFlight, serviceUrl: urls.service }),
        makeCheckListener,
        makeServedRoutes,
        makeLimitReading,
        makeRecordMalformed
      ]),
      ([refuseOverload, takeCheck, routes, limits, record]) =>
        NodeHttpServer.layer(
          makeServer(refuseOverload, takeCheck, { serviceUrl: urls.service, routes, limits, record }),
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
        // A server that has been told to stop is not ready.
        isMade: Effect.map(options.isAnnounced, (isMade) => isMade && !isStopping.current)
      }),
      Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(largestBody)),
      // Lets long ids pass, so that the API refuses them with an explanation; the router would answer a plain 404.
      Layer.succeed(HttpRouter.RouterConfig, {
        maxParamLength: 65_536,
        // Paths are matched exactly as written.
        ignoreTrailingSlash: false,
        ignoreDuplicateSlashes: false,
        caseSensitive: true
      })
    ])
  )

export const HttpServerLayer = (options: HttpServerOptions) =>
  Layer.unwrap(Effect.sync(() => ServingLayer(options, MutableRef.make(false))))
