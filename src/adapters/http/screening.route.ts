import { Effect, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeAccessControl } from "./access/accessControl.ts"
import { bearerTokenOf } from "./access/bearerTokenOf.ts"
import type { AnswerHeaders } from "./answerHeaders.ts"
import { problemResponse } from "./problems/problems.ts"
import { CurrentRequest } from "./requests/CurrentRequest.ts"
import { readJsonBody } from "./requests/JsonBody.ts"
import { requestParts } from "./requests/requestIssues.ts"
import { ScreeningApi } from "./screening.api.ts"
import { makeAnswerCheck } from "./screening.handlers.ts"
import type { AnsweredCheck } from "./screening.handlers.ts"

/** The headers of an answer that replays an earlier decision for the same idempotency key. */
export const replayHeaders = { "idempotent-replayed": "true" } satisfies AnswerHeaders

// Its type says that it fits the schema. Encoding it would only check every field again.
const respond = ({ body, replayed }: AnsweredCheck) =>
  HttpServerResponse.jsonUnsafe(body, replayed ? { headers: replayHeaders } : undefined)

/**
 * `POST /v1/check` on the framework's router, for checks that `screening.listener.ts` leaves to it. It passes the same
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
