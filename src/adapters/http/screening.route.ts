import { Context, Effect, Option, Result, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Headers } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { makeAdmission } from "./admission.ts"
import type { Caller } from "./Authorization.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import type { RequestFacts } from "./CurrentRequest.ts"
import { readJsonBody } from "./JsonBody.ts"
import { refuse } from "./RequestValidation.ts"
import { CheckHeaders, CheckRequest, ScreeningApi } from "./screening.api.ts"
import { makeAnswerCheck } from "./screening.handlers.ts"

const endpoint = ScreeningApi.endpoints.check
const decodeHeaders = Schema.decodeUnknownResult(CheckHeaders)
const decodePayload = Schema.decodeUnknownResult(CheckRequest, { onExcessProperty: "error" })

const credential = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

interface CallWithBody {
  readonly caller: Caller
  readonly facts: RequestFacts
  readonly headers: Headers.Headers
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly json: unknown
}

const respond = (problem: { readonly status: number }) =>
  Effect.succeed(
    HttpServerResponse.jsonUnsafe(problem, {
      status: problem.status,
      contentType: "application/problem+json"
    })
  )

/**
 * `POST /v1/check`, by far the most frequent request. It passes the same gates as every other request, in the same
 * order and by the same functions, but one after the other instead of through the framework's middleware, which
 * merges contexts and decodes slots that are empty here: a fifth of all that a check costs.
 */
export const CheckRoute = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const admit = yield* makeAdmission
    const answerCheck = yield* makeAnswerCheck

    /** What is left once the caller may pass and the body is JSON. */
    const answer = Effect.fnUntracedEager(function* (call: CallWithBody) {
      const headers = decodeHeaders(call.headers)
      const payload = decodePayload(call.json)
      const takesNoQuery = Object.keys(call.query).length === 0
      if (Result.isSuccess(headers) && Result.isSuccess(payload) && takesNoQuery) {
        return yield* answerCheck({ ...call, headers: headers.success, payload: payload.success })
      }
      return yield* refuse(endpoint, Option.some(call.json))
    })

    const check = Effect.withFiber((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const query = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
      const facts = fiber.getRef(CurrentRequest)
      const { headers } = request
      return credential.pipe(
        Effect.flatMap((key) => admit(key, facts)),
        Effect.flatMap((caller) =>
          Effect.flatMap(readJsonBody(endpoint, request), ({ json }) =>
            answer({ caller, facts, headers, query, json })
          )
        )
      )
    })

    yield* router.add("POST", "/v1/check", Effect.catch(check, respond))
  })
)
