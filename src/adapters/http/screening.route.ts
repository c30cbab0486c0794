import { Effect, Option, Result, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { makeAdmission } from "./admission.ts"
import { readJsonBody } from "./JsonBody.ts"
import { refuse } from "./RequestValidation.ts"
import { CheckHeaders, CheckRequest, ScreeningApi } from "./screening.api.ts"
import { answerCheck } from "./screening.handlers.ts"

const endpoint = ScreeningApi.endpoints.check
const decodeHeaders = Schema.decodeUnknownResult(CheckHeaders)
const decodePayload = Schema.decodeUnknownResult(CheckRequest, { onExcessProperty: "error" })

const credential = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

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

    const check = Effect.gen(function* () {
      const caller = yield* Effect.flatMap(credential, admit)
      const { json } = yield* readJsonBody(endpoint)
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const query = yield* HttpServerRequest.ParsedSearchParams
      const decodedHeaders = decodeHeaders(headers)
      const payload = decodePayload(json)
      const takesNoQuery = Object.keys(query).length === 0
      if (Result.isSuccess(decodedHeaders) && Result.isSuccess(payload) && takesNoQuery) {
        return yield* answerCheck({ caller, headers: decodedHeaders.success, payload: payload.success })
      }
      return yield* refuse(endpoint, Option.some(json))
    })

    yield* router.add("POST", "/v1/check", Effect.catch(check, respond))
  })
)
