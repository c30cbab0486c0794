import { Cause, Clock, Context, Effect, Predicate, Tracer } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpServerError } from "effect/http"
import { HttpApi } from "effect/http-api"
import { PaymentProvider } from "../../domain/billing/PaymentProvider.ts"
import { CurrentStopwatch } from "../../domain/shared/stages.ts"
import type { Stopwatch } from "../../domain/shared/stages.ts"
import { DescribedApi } from "./Api.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import type { RequestFacts } from "./CurrentRequest.ts"
import { paymentWebhookPath } from "./paymentWebhook.ts"
import { problemBody, PublicUrls } from "./problems.ts"

/** The methods that each path of the API takes. */
const knownPaths = (
  more: ReadonlyArray<readonly [path: string, methods: Set<string>]>
): ReadonlyArray<{ readonly pattern: RegExp; readonly methods: ReadonlySet<string> }> => {
  const methodsByPath = new Map<string, Set<string>>([
    ["/openapi.json", new Set(["GET"])],
    ["/docs", new Set(["GET"])],
    ...more
  ])
  HttpApi.reflect(DescribedApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      const methods = methodsByPath.get(endpoint.path) ?? new Set()
      methodsByPath.set(endpoint.path, methods.add(endpoint.method))
    }
  })
  return [...methodsByPath].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`),
    methods: methods.has("GET") ? methods.add("HEAD") : methods
  }))
}

const unmatched = (method: string, url: string, paths: ReturnType<typeof knownPaths>) => {
  const [path = ""] = url.split("?")
  const known = paths.find(({ pattern }) => pattern.test(path))
  // With a method that the path takes, it is the path that could not be read.
  return known === undefined || known.methods.has(method)
    ? HttpServerResponse.text("Not Found\n", { status: 404 })
    : HttpServerResponse.text("Method Not Allowed\n", {
        status: 405,
        headers: { allow: [...known.methods].toSorted().join(", ") }
      })
}

const milliseconds = (nanoseconds: bigint) => (Number(nanoseconds) / 1e6).toFixed(3)

const serverTiming = ({ stages, startedAt }: Stopwatch, now: bigint) => {
  let entries = ""
  for (const { name, nanoseconds } of stages) entries += `${name};dur=${milliseconds(nanoseconds)}, `
  return `${entries}total;dur=${milliseconds(now - startedAt)}`
}

const headersOf = (
  { id, rateLimit, retryAfter, stopwatch }: RequestFacts,
  now: bigint
): Record<string, string> => {
  const headers: Record<string, string> = { "x-request-id": id }
  if (rateLimit !== undefined) {
    headers["x-ratelimit-limit"] = String(rateLimit.limit)
    headers["x-ratelimit-remaining"] = String(rateLimit.remaining)
    headers["x-ratelimit-reset"] = String(rateLimit.resetSeconds)
  }
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter)
  if (stopwatch.stages.length > 0) headers["server-timing"] = serverTiming(stopwatch, now)
  return headers
}

const isRouteNotFound = (error: unknown): error is HttpServerError.HttpServerError =>
  Predicate.hasProperty(error, "reason") && Predicate.isTagged(error.reason, "RouteNotFound")

/** The names of the defects and where they came from. Their messages could quote the request. */
const placesOf = (cause: Cause.Cause<unknown>): ReadonlyArray<string> =>
  Cause.prettyErrors(cause).flatMap(({ name, stack = "" }) =>
    [name].concat(
      stack
        .split("\n")
        .filter((line) => line.startsWith("    at "))
        .slice(0, 8)
        .map((line) => line.trim())
    )
  )

/** HTTP/1.1 requires the header (RFC 9112, 3.2); Node would answer its absence with an empty body. */
const lacksHost = ({ headers, source }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["host"] === undefined &&
  Predicate.hasProperty(source, "httpVersion") &&
  source.httpVersion === "1.1"

/**
 * What happens to every request and every answer, whatever route it takes: a request id, the stop-watch, the
 * headers, and a problem body where the framework would answer with one of its own.
 */
export const EdgeLayer = HttpRouter.middleware(
  Effect.gen(function* () {
    const urls = yield* PublicUrls
    const takesPayments = (yield* PaymentProvider) !== undefined
    const paths = knownPaths(takesPayments ? [[paymentWebhookPath, new Set(["POST"])]] : [])
    const process = crypto.randomUUID().slice(0, 8)
    let requests = 0

    const internalError = HttpServerResponse.jsonUnsafe(problemBody(urls.service, "internal_error"), {
      status: 500,
      contentType: "application/problem+json"
    })

    const failed = ({ id }: RequestFacts, cause: Cause.Cause<unknown>) =>
      Effect.logError("A request failed by a mistake of ours").pipe(
        Effect.annotateLogs({ requestId: id, places: placesOf(cause) }),
        Effect.as(internalError)
      )

    const withoutHost = HttpServerResponse.jsonUnsafe(
      problemBody(urls.service, "invalid_request", { issues: ["header Host: is required"] }),
      { status: 400, contentType: "application/problem+json" }
    )

    return (httpEffect) =>
      Effect.withFiber((fiber) => {
        if (lacksHost(Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest))) {
          return Effect.succeed(withoutHost)
        }
        const clock = fiber.getRef(Clock.Clock)
        const stopwatch: Stopwatch = { startedAt: clock.currentTimeNanosUnsafe(), stages: [] }
        requests += 1
        const facts: RequestFacts = {
          id: `req_${process}${requests.toString(36)}`,
          stopwatch,
          rateLimit: undefined,
          retryAfter: undefined
        }
        const span = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
        if (span?._tag === "Span") span.attribute("prescreen.request_id", facts.id)
        return httpEffect.pipe(
          Effect.catchCause((cause) => {
            const error = Cause.squash(cause)
            if (isRouteNotFound(error)) {
              return Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
                unmatched(method, url, paths)
              )
            }
            return Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : failed(facts, cause)
          }),
          HttpEffect.withPreResponseHandler((_, response) =>
            // At once, not `sync`: the server then writes the answer without suspending.
            Effect.succeed(
              HttpServerResponse.setHeaders(response, headersOf(facts, clock.currentTimeNanosUnsafe()))
            )
          ),
          Effect.provideService(CurrentRequest, facts),
          Effect.provideService(CurrentStopwatch, stopwatch)
        )
      })
  }),
  { global: true }
)
