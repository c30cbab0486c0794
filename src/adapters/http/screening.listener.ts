import { Cause, Clock, Context, Effect, Option, Redacted, References } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { IncomingTrace } from "../../domain/shared/IncomingTrace.ts"
import { measureComputed, startUntraced } from "../../domain/shared/stopwatch.ts"
import type { Stopwatch } from "../../domain/shared/stopwatch.ts"
import { makeAccessControl } from "./access/accessControl.ts"
import type { Caller } from "./access/Authorization.ts"
import { bearerTokenOf } from "./access/bearerTokenOf.ts"
import type { AnswerHeaders } from "./answerHeaders.ts"
import { problemBody, problemMediaType, PublicUrls } from "./problems/problems.ts"
import { CurrentRequest, makeFacts } from "./requests/CurrentRequest.ts"
import type { RequestFacts } from "./requests/CurrentRequest.ts"
import { isPlain, parseBody } from "./requests/JsonBody.ts"
import { largestBody, readAnnounced } from "./requests/readBody.ts"
import { isJson } from "./requests/readJson.ts"
import { headIssue } from "./requests/requestHead.ts"
import { givenRequestId, makeRequestIds } from "./requests/requestId.ts"
import { ScreeningApi } from "./screening.api.ts"
import { makeAnswerCheck } from "./screening.handlers.ts"
import type { AnsweredCheck } from "./screening.handlers.ts"
import { replayHeaders } from "./screening.route.ts"
import { brokenOffStatus, headersOf, headersOfRefusal, logRequestDefect } from "./server/answers.ts"
import type { RequestInterceptor } from "./server/requestInterceptors.ts"
import { recordRequest } from "./server/requestRecord.ts"

const endpoint = ScreeningApi.endpoints.check
const route = "POST /v1/check"

/**
 * Whether a request is a check that does not need the framework: nothing about it is unusual, and its body has an
 * announced length within the limit.
 */
const isPlainCheck = (request: IncomingMessage): boolean => {
  const { headers, httpVersion, method, url } = request
  const length = Number(headers["content-length"])
  return (
    method === "POST" &&
    url === "/v1/check" &&
    httpVersion === "1.1" &&
    headIssue(request) === undefined &&
    headers.expect === undefined &&
    headers["transfer-encoding"] === undefined &&
    length > 0 &&
    length <= largestBody &&
    isJson(headers["content-type"]) &&
    isPlain(headers["content-encoding"])
  )
}

interface Answer {
  readonly status: number
  readonly contentType: string
  readonly content: object
  readonly headers: AnswerHeaders | undefined
}

const answerOf = ({ body, replayed }: AnsweredCheck): Answer => ({
  status: 200,
  contentType: "application/json",
  content: body,
  headers: replayed ? replayHeaders : undefined
})

const answerOfProblem = (problem: { readonly status: number }, request: IncomingMessage): Answer => ({
  status: problem.status,
  contentType: problemMediaType,
  content: problem,
  headers: headersOfRefusal(problem.status, request)
})

/**
 * The answer to a client that still waits. If the client has gone, its request is interrupted and none of this runs.
 */
const answerOfFailure = (
  serviceUrl: string,
  request: IncomingMessage,
  facts: RequestFacts,
  cause: Cause.Cause<{ readonly status: number }>
): Effect.Effect<Answer> => {
  const problem = Cause.findErrorOption(cause)
  if (Option.isSome(problem)) return Effect.succeed(answerOfProblem(problem.value, request))
  if (Cause.hasInterruptsOnly(cause)) {
    facts.retryAfter = 1
    const stopped = problemBody(serviceUrl, "screening_unavailable", facts.givenId)
    return Effect.succeed(answerOfProblem(stopped, request))
  }
  const mistake = problemBody(serviceUrl, "internal_error", facts.givenId)
  return Effect.as(logRequestDefect(facts, cause), answerOfProblem(mistake, request))
}

const write = (
  context: Context.Context<never>,
  response: ServerResponse,
  facts: RequestFacts,
  answer: Answer
): void => {
  const answeredAt = facts.stopwatch.clock.monotonicTimeNanosUnsafe()
  recordRequest(context, { facts, route, status: answer.status, answeredAt })
  if (response.destroyed) return
  const text = JSON.stringify(answer.content)
  response.writeHead(answer.status, {
    ...headersOf(facts, answeredAt, answer.headers),
    "content-type": answer.contentType,
    "content-length": Buffer.byteLength(text)
  })
  response.end(text)
}

const factsOf = ({ headers }: IncomingMessage, nextId: () => string, stopwatch: Stopwatch): RequestFacts => {
  const givenId = givenRequestId(headers["x-request-id"])
  return makeFacts(givenId ?? nextId(), givenId, stopwatch)
}

/**
 * Takes checks that come in the usual way, which is nearly all requests, before the framework sees them. What the
 * framework does for any request (a scope, a router, a context, headers and bodies of its own kind) is a fifth of what
 * a check costs. These checks pass the same gates as in `screening.route.ts`, in the same order and by the same
 * functions.
 *
 * The framework still gets callers that are not known at once, requests that are unusual in any way, and all checks
 * while traces are made, because the span of a request is the framework's.
 */
export const makeCheckListener = Effect.gen(function* () {
  const { admitCaller, callerAtHand } = yield* makeAccessControl
  const answerCheck = yield* makeAnswerCheck
  const { service: serviceUrl } = yield* PublicUrls
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<PublicUrls>()
  const isTraced = yield* References.TracerEnabled
  const nextId = makeRequestIds()

  const screen = (request: IncomingMessage, facts: RequestFacts, caller: Caller) => {
    const parts = { headers: request.headers, query: {}, params: {} }
    const bytes = Effect.flatMapEager(admitCaller(facts, caller), () => readAnnounced(request))
    const parsed = Effect.flatMapEager(bytes, (bytes) => parseBody(endpoint, parts, bytes))
    return Effect.flatMapEager(parsed, (json) =>
      // All requests that arrived together are parsed before any of them is screened (requestInterceptors.ts says why).
      Effect.flatMap(Effect.yieldNow, () => answerCheck({ caller, facts, parts, json }))
    )
  }

  const answer = (request: IncomingMessage, response: ServerResponse, facts: RequestFacts, caller: Caller) =>
    Effect.map(
      // Suspended, so that whatever is thrown on the way is answered too.
      Effect.matchCauseEffect(
        Effect.suspend(() => screen(request, facts, caller)),
        {
          onSuccess: (check) => Effect.succeed(answerOf(check)),
          onFailure: (cause) => answerOfFailure(serviceUrl, request, facts, cause)
        }
      ),
      (answer) => {
        write(context, response, facts, answer)
      }
    )

  const contextOf = ({ headers }: IncomingMessage, facts: RequestFacts) => {
    const own = Context.add(context, CurrentRequest, facts)
    const { traceparent } = headers
    return typeof traceparent === "string" ? Context.add(own, IncomingTrace, traceparent) : own
  }

  const take: RequestInterceptor = (request, response) => {
    if (isTraced || !isPlainCheck(request)) return false
    const key = bearerTokenOf(request.headers.authorization)
    if (key === undefined) return false
    const stopwatch = startUntraced(clock)
    const caller = measureComputed(stopwatch, "auth", () => callerAtHand(Redacted.make(key)))
    if (caller === undefined) return false
    const facts = factsOf(request, nextId, stopwatch)
    const fiber = Effect.runForkWith(contextOf(request, facts))(answer(request, response, facts, caller))
    response.once("close", () => {
      if (response.writableEnded) return
      fiber.interruptUnsafe()
      const answeredAt = clock.monotonicTimeNanosUnsafe()
      recordRequest(context, { facts, route, status: brokenOffStatus(response), answeredAt })
    })
    return true
  }
  return take
})
