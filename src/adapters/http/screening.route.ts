import { Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeAccessControl } from "./access/accessControl.ts"
import { bearerTokenOf } from "./access/bearerTokenOf.ts"
import { problemResponse } from "./problems/problems.ts"
import { CurrentRequest } from "./requests/CurrentRequest.ts"
import { readJsonBody } from "./requests/JsonBody.ts"
import { requestParts } from "./requests/requestIssues.ts"
import { ScreeningApi } from "./screening.api.ts"
import { makeAnswerCheck } from "./screening.handlers.ts"
import type { AnsweredCheck } from "./screening.handlers.ts"

/** On the answer to a request whose key has made its decision before. */
export const replayHeaders = { "idempotent-replayed": "true" }

// Its type says that it fits the schema, which would only look at every field again.
const respond = ({ body, replayed }: AnsweredCheck) =>
  HttpServerResponse.jsonUnsafe(body, replayed ? { headers: replayHeaders } : undefined)

/**
 * `POST /v1/check` as the framework's router sees it: what `screening.listener.ts` has left to it. It passes the same
 * gates as every other request, in the same order and by the same functions.
 */
export const CheckRoute = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { admit } = yield* makeAccessControl
    const answerCheck = yield* makeAnswerCheck

    const check = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const facts = yield* CurrentRequest
      const key = Redacted.make(bearerTokenOf(request.headers["authorization"]) ?? "")
      const caller = yield* admit(key, facts)
      const { json } = yield* readJsonBody(ScreeningApi.endpoints.check, request)
      return respond(yield* answerCheck({ caller, facts, parts: yield* requestParts, json }))
    })

    yield* router.add(
      "POST",
      "/v1/check",
      Effect.catch(check, (problem) => Effect.succeed(problemResponse(problem)))
    )
  })
)
