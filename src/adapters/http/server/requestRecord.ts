import { Clock, Context, Effect, Metric } from "effect"
import { DeferredLog } from "../../../domain/shared/DeferredLog.ts"
import { startUntraced } from "../../../domain/shared/stopwatch.ts"
import type { Stopwatch } from "../../../domain/shared/stopwatch.ts"
import { makeFacts } from "../requests/CurrentRequest.ts"
import type { RequestFacts } from "../requests/CurrentRequest.ts"
import { milliseconds } from "./answers.ts"

export interface AnsweredRequest {
  readonly facts: RequestFacts
  /** Method and pattern of the path, never the path itself. */
  readonly route: string
  readonly status: number
  readonly answeredAt: bigint
}

const countersByAnswer = new Map<string, Metric.Counter<number>>()

/**
 * The counter of a route and a status. Their number is bounded, because all paths that clients make up are one route.
 */
export const counterOf = (route: string, status: number): Metric.Counter<number> => {
  const answer = `${status} ${route}`
  const known = countersByAnswer.get(answer)
  if (known !== undefined) return known
  const counter = Metric.counter("prescreen.http.requests", {
    description: "Requests answered, by route and status",
    attributes: { route, status: String(status) },
    incremental: true
  })
  countersByAnswer.set(answer, counter)
  return counter
}

const partsOf = ({ parts }: Stopwatch): Readonly<Record<string, number>> => {
  const took: Record<string, number> = {}
  for (const { name, nanoseconds } of parts) took[name] = milliseconds(nanoseconds)
  return took
}

const lineOf = ({ answeredAt, facts, route, status }: AnsweredRequest) => ({
  requestId: facts.id,
  route,
  status,
  ...(facts.mode === undefined ? {} : { mode: facts.mode }),
  ...(facts.outcome === undefined ? {} : { outcome: facts.outcome }),
  milliseconds: milliseconds(answeredAt - facts.stopwatch.startedAt),
  parts: partsOf(facts.stopwatch)
})

/** Counts an answered request, and logs it. `context` says where. */
export const recordRequest = (context: Context.Context<never>, request: AnsweredRequest): void => {
  counterOf(request.route, request.status).updateUnsafe(1, context)
  Context.get(
    context,
    DeferredLog
  )?.({
    message: "Request answered",
    at: request.facts.stopwatch.clock.currentTimeMillisUnsafe(),
    annotations: () => lineOf(request)
  })
}

/** Makes the function that counts and logs an answer to bytes that never became a request. */
export const makeRecordMalformed = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context()
  return (id: string, status: number): void => {
    const facts = makeFacts(id, undefined, startUntraced(clock))
    recordRequest(context, { facts, route: "malformed", status, answeredAt: facts.stopwatch.startedAt })
  }
})
