import { Clock, Duration, Effect, Redacted } from "effect"
import type { Context, Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { ApiKeys } from "../../../domain/tenancy/ApiKeys.ts"
import type { RateLimiter, RateLimitReading } from "../../../domain/tenancy/RateLimiter.ts"
import type { Tenants } from "../../../domain/tenancy/Tenants.ts"
import { makeLimitReading } from "../access/accessControl.ts"
import { bearerTokenOf } from "../access/bearerTokenOf.ts"
import { clientNetwork } from "../access/clientNetwork.ts"
import type { AnswerHeaders } from "../answerHeaders.ts"
import { isForOpenAi, withOpenAiError } from "../problems/OpenAiErrors.ts"
import { problemBody, problemMediaType } from "../problems/problems.ts"
import { givenRequestId, makeRequestIds } from "../requests/requestId.ts"
import { limitHeaders } from "./answers.ts"
import type { RequestInterceptor } from "./requestInterceptors.ts"
import { counterOf } from "./requestRecord.ts"
import { makeRequestRoom } from "./requestRoom.ts"

export interface OverloadOptions {
  /**
   * How many requests under `/v1` may be in progress at a time. A burst may reach three times as many for one second.
   * After that, further requests are refused, except those of senders that have less than their share: these are
   * admitted until four times as many are in progress.
   */
  readonly mostInFlight: number
  readonly serviceUrl: string
}

/**
 * How long a refusal is held back. Most of the cost of a refusal is reading the request, so the connection has to be
 * slowed down: its next request comes only after the answer.
 */
const holdBack = Duration.toNanosUnsafe("1 second")

interface Refusal {
  readonly since: bigint
  readonly answer: () => void
}

/** Holds refusals back and sends the oldest first. */
const makeWaitingRoom: Effect.Effect<(answer: () => void) => void, never, Scope.Scope> = Effect.gen(
  function* () {
    const clock = yield* Clock.Clock
    let waiting: Array<Refusal> = []
    const release = Effect.sync(() => {
      const now = clock.monotonicTimeNanosUnsafe()
      const firstToStay = waiting.findIndex(({ since }) => now - since < holdBack)
      const due = firstToStay === -1 ? waiting : waiting.slice(0, firstToStay)
      waiting = waiting.slice(due.length)
      for (const { answer } of due) answer()
    })
    yield* release.pipe(Effect.delay("50 millis"), Effect.forever, Effect.forkScoped)
    return (answer) => {
      waiting.push({ since: clock.monotonicTimeNanosUnsafe(), answer })
    }
  }
)

/**
 * The `Retry-After` of a refusal, in seconds. Either the requests in progress are answered well within a second, or
 * there will be no room for some time anyway.
 */
const retryAfter = "1"

/**
 * Names the sender of a request: the tenant of its key, however many keys the tenant has; the key itself while the
 * process does not know it; or the client's address if there is none. The names say which, so that nobody can send a
 * tenant's id in place of a key and use up that tenant's share.
 */
const makeSenders = (keys: ApiKeys["Service"]) => {
  const lastOfConnection = new WeakMap<Socket, { readonly authorization: string; readonly tenant: string }>()

  return ({ headers: { authorization }, socket }: IncomingMessage): string => {
    const key = bearerTokenOf(authorization)
    if (authorization === undefined || key === undefined)
      return `address ${clientNetwork(socket.remoteAddress)}`
    const last = lastOfConnection.get(socket)
    if (last?.authorization === authorization) return last.tenant
    const tenant = keys.lastFound(Redacted.make(key))?.tenantId
    if (tenant === undefined) return `key ${key}`
    lastOfConnection.set(socket, { authorization, tenant })
    return tenant
  }
}

const answerRefusal = (
  response: ServerResponse,
  id: string,
  body: string,
  rateLimit: RateLimitReading | undefined
): void => {
  const headers: AnswerHeaders = {
    ...(rateLimit === undefined ? {} : limitHeaders(rateLimit)),
    "retry-after": retryAfter,
    "x-request-id": id
  }
  response.writeHead(503, {
    ...headers,
    "content-type": problemMediaType,
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
}

/**
 * Whether the path is or may be under `/v1`: it may also be percent-encoded, or part of an absolute URL as sent to a
 * proxy.
 */
const mayBeUnderV1 = ({ url = "" }: IncomingMessage): boolean => {
  const [path = ""] = url.split("?", 1)
  return path.startsWith("/v1/") || !path.startsWith("/") || path.includes("%")
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

/**
 * Calls `begun` when a request has arrived completely, and `ended` when its answer is made or its connection has
 * closed. Clients that send or read slowly, or not at all, cause no work meanwhile and must not keep others out.
 */
const observeWork = (
  request: IncomingMessage,
  response: ServerResponse,
  begun: () => void,
  ended: () => void
): void => {
  let state: "arriving" | "under way" | "answered" = "arriving"
  const begin = () => {
    if (state !== "arriving") return
    state = "under way"
    begun()
  }
  const settle = () => {
    if (state === "under way") ended()
    state = "answered"
  }
  if (request.complete || !hasBody(request)) begin()
  else request.once("end", begin)
  const end = response.end.bind(response)
  Object.defineProperty(response, "end", {
    value: (...values: Parameters<typeof end>) => {
      settle()
      return end(...values)
    }
  })
  response.once("close", settle)
}

/**
 * Refuses requests that the process cannot answer soon. It does so before the framework sees them, which would cost
 * several times as much. Paths that tell the state of the service, such as `/health`, are always answered.
 */
export const makeOverloadRefusal = Effect.fnUntraced(function* ({
  mostInFlight,
  serviceUrl
}: OverloadOptions): Effect.fn.Return<
  RequestInterceptor,
  never,
  ApiKeys | RateLimiter | Scope.Scope | Tenants
> {
  const context: Context.Context<never> = yield* Effect.context()
  const clock = yield* Clock.Clock
  const limits = yield* makeLimitReading
  const holdBackUntilDue = yield* makeWaitingRoom
  const nextId = makeRequestIds()
  const room = makeRequestRoom(mostInFlight, clock)
  const senderOf = makeSenders(yield* ApiKeys)

  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    const givenId = givenRequestId(request.headers["x-request-id"])
    const id = givenId ?? nextId()
    const problem = JSON.stringify(problemBody(serviceUrl, "screening_unavailable", givenId))
    const body = isForOpenAi(request) ? withOpenAiError(problem) : problem
    const { authorization } = request.headers
    const { remoteAddress } = request.socket
    request.resume()
    holdBackUntilDue(() => {
      answerRefusal(response, id, body, limits.peek(authorization, remoteAddress))
    })
    counterOf("overload", 503).updateUnsafe(1, context)
  }

  const take: RequestInterceptor = (request, response) => {
    if (!mayBeUnderV1(request)) return false
    const sender = senderOf(request)
    if (room.isFullFor(sender)) {
      refuse(request, response)
      return true
    }
    const begin = () => room.begin(sender)
    const end = () => room.end(sender)
    observeWork(request, response, begin, end)
    return false
  }
  return take
})
