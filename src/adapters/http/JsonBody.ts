import { Effect, Layer, Option, Result } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import { isJson, readJson, readUnsound } from "./readJson.ts"
import { failWith, Problem, PublicUrls } from "./problems.ts"
import { refuse } from "./RequestValidation.ts"

/** The largest body, in bytes. */
export const largestBody = 256 * 1024

/** Refuses a body that is not JSON, before anything of it is looked at. */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()("prescreen/adapters/http/JsonBody", {
  error: [Problem("unsupported_media_type"), Problem("payload_too_large"), Problem("invalid_request")]
}) {}

const isPlain = (encoding: string | undefined) =>
  encoding === undefined || encoding.trim().toLowerCase() === "identity"

export const JsonBodyLayer = Layer.effect(
  JsonBody,
  Effect.gen(function* () {
    const urls = yield* PublicUrls

    const checkBody = Effect.fnUntraced(
      function* (endpoint: HttpApiEndpoint.Top) {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (!isJson(request.headers["content-type"]) || !isPlain(request.headers["content-encoding"])) {
          return yield* failWith("unsupported_media_type", {
            detail: "Send the body as plain JSON with Content-Type: application/json."
          })
        }
        if (Number(request.headers["content-length"] ?? 0) > largestBody)
          return yield* failWith("payload_too_large")
        // Nothing but the size can be wrong with a body that was read; one that was cut off has no reader left.
        const bytes = yield* Effect.option(request.arrayBuffer)
        if (Option.isNone(bytes)) return yield* failWith("payload_too_large")
        const json = readJson(bytes.value)
        if (Result.isFailure(json)) return yield* refuse(endpoint, readUnsound(bytes.value), json.failure)
      },
      Effect.provideService(PublicUrls, urls)
    )

    return (httpEffect, { endpoint }) =>
      endpoint.payload.size === 0 ? httpEffect : Effect.andThen(checkBody(endpoint), httpEffect)
  })
)
