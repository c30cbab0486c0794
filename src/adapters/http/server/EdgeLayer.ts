import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Cause, Context, Effect, Option, Predicate, Tracer } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpServerError } from "effect/http"
import { IncomingTrace } from "../../../domain/shared/IncomingTrace.ts"
import { startStopwatch } from "../../../domain/shared/stopwatch.ts"
import { makeLimitReading } from "../access/accessControl.ts"
import { isForOpenAi, withError } from "../problems/OpenAiErrors.ts"
import { problemBody, problemResponse, PublicUrls } from "../problems/problems.ts"
import type { ProblemCode, ProblemOptions } from "../problems/problems.ts"
import { CurrentRequest, makeFacts } from "../requests/CurrentRequest.ts"
import type { RequestFacts } from "../requests/CurrentRequest.ts"
import { headIssue } from "../requests/requestHead.ts"
import { givenRequestId, makeRequestIds } from "../requests/requestId.ts"
import { brokenOffStatus, clientGone, headersOf, headersOfRefusal, logRequestDefect } from "./answers.ts"
import { discardLargeBody } from "./refusedBodies.ts"
import { recordRequest } from "./requestRecord.ts"
import { makeServedRoutes } from "./routes.ts"

const isRouteNotFound = (error: unknown): error is HttpServerError.HttpServerError =>
  Predicate.hasProperty(error, "reason") && Predicate.isTagged(error.reason, "RouteNotFound")

/**
 * What the router would not read as it is meant: it ends a path at `;` and `#`, finds no route to one that it cannot
 * decode, and puts other characters for what it cannot decode in a query.
 */
const isOdd = /^[^?]*[;#]|%/

/** A slash at the end, or two in a row. The router would take the empty segment for the value of a path parameter. */
const hasEmptySegment = /^[^?]+\/(?:[/?]|$)/

const isDecodable = (segment: string): boolean => {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    return false
  }
}

/** What cannot be decoded is no text, so it becomes a NUL, which no value may contain and no id does. */
const asDecodable = (part: string): string => (isDecodable(part) ? part : part.replaceAll("%", "%00"))

/** With each value in path and query as one that the router can read. In a path, `;` and `#` are ordinary characters. */
const withWholeUrl = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const { url } = request
  const end = url.includes("?") ? url.indexOf("?") : url.length
  const path = url.slice(0, end).split("/").map(asDecodable).join("/")
  const query = url.slice(end).split("&").map(asDecodable).join("&")
  return request.modify({ url: `${path.replaceAll(";", "%3B").replaceAll("#", "%23")}${query}` })
}

const onWholeUrl = <A, E, R>(
  request: HttpServerRequest.HttpServerRequest,
  httpEffect: Effect.Effect<A, E, R>
) =>
  isOdd.test(request.url)
    ? Effect.provideService(httpEffect, HttpServerRequest.HttpServerRequest, withWholeUrl(request))
    : httpEffect

type Request = HttpServerRequest.HttpServerRequest

/** Notes what is left of the caller's rate limit, for an answer to a request that does not count towards it. */
const makeNoteLimit = Effect.map(
  makeLimitReading,
  (limits) =>
    ({ headers, remoteAddress }: Request, facts: RequestFacts) =>
      Effect.map(limits.read(headers["authorization"], Option.getOrUndefined(remoteAddress)), (rateLimit) => {
        facts.rateLimit = rateLimit
      })
)

/** Whether the framework made this answer, for a request that was interrupted because the service stops. */
const isCutOff = ({ body, status }: HttpServerResponse.HttpServerResponse): boolean =>
  status === 503 && body._tag === "Empty"

/** Ends the connection after an answer, because it is not sure where the next request begins. */
const closing = HttpServerResponse.setHeader("connection", "close")

/** The status in log and metrics. If the client has gone, the framework's answer is never sent. */
const statusOf = (request: Request, { status }: HttpServerResponse.HttpServerResponse): number =>
  status === clientGone ? brokenOffStatus(NodeHttpServerRequest.toServerResponse(request)) : status

/**
 * Applies to every request and every answer, whatever the route: the request id, the stopwatch, the common headers, and
 * a problem body where the framework would send an error body of its own.
 */
export const EdgeLayer = HttpRouter.middleware(
  Effect.gen(function* () {
    const urls = yield* PublicUrls
    const routes = yield* makeServedRoutes
    const nextId = makeRequestIds()
    const noteLimit = yield* makeNoteLimit

    const answer = ({ givenId }: RequestFacts, code: ProblemCode, options?: ProblemOptions) =>
      problemResponse(problemBody(urls.service, code, givenId, options))

    const failed = (facts: RequestFacts, cause: Cause.Cause<unknown>) =>
      Effect.as(logRequestDefect(facts, cause), answer(facts, "internal_error"))

    const unmatched = Effect.fnUntraced(function* (request: Request, facts: RequestFacts) {
      const { headers, showsRateLimit, status, text } = routes.unmatched(request.url)
      if (showsRateLimit) yield* noteLimit(request, facts)
      return HttpServerResponse.text(text, { status, headers })
    })

    const refuseHead = Effect.fnUntraced(function* (request: Request, facts: RequestFacts, issue: string) {
      if (routes.isGated(request.url)) yield* noteLimit(request, facts)
      const refusal = answer(facts, "invalid_request", { issues: [issue] })
      return closing(isForOpenAi(request) ? withError(refusal) : refusal)
    })

    const stopped = (facts: RequestFacts) => {
      facts.retryAfter = 1
      return answer(facts, "screening_unavailable")
    }

    return (httpEffect) =>
      Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const stopwatch = startStopwatch(fiber)
        const givenId = givenRequestId(request.headers["x-request-id"])
        const facts = makeFacts(givenId ?? nextId(), givenId, stopwatch)
        const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
        if (span?._tag === "Span") span.attribute("prescreen.request_id", facts.id)
        const incoming = NodeHttpServerRequest.toIncomingMessage(request)
        const issue = headIssue(incoming)
        const handled =
          issue !== undefined
            ? refuseHead(request, facts, issue)
            : hasEmptySegment.test(request.url)
              ? unmatched(request, facts)
              : onWholeUrl(request, httpEffect)
        return handled.pipe(
          Effect.catchCause((cause) => {
            if (isRouteNotFound(Cause.squash(cause))) return unmatched(request, facts)
            return Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : failed(facts, cause)
          }),
          HttpEffect.withPreResponseHandler((_, given) => {
            const response = isCutOff(given) ? stopped(facts) : given
            const answeredAt = stopwatch.clock.monotonicTimeNanosUnsafe()
            const route = routes.nameOf(request.method, request.url)
            recordRequest(fiber.context, { facts, route, status: statusOf(request, response), answeredAt })
            const headers = headersOf(facts, answeredAt, headersOfRefusal(response.status, request))
            // `succeed` and not `sync`, so that the server writes the answer without suspending.
            const ready = Effect.succeed(HttpServerResponse.setHeaders(response, headers))
            const discarded = discardLargeBody(incoming)
            return discarded === undefined ? ready : Effect.andThen(discarded, ready)
          }),
          Effect.provideService(CurrentRequest, facts),
          Effect.provideService(IncomingTrace, request.headers["traceparent"])
        )
      })
  }),
  { global: true }
)
