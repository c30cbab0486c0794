import { Context, Effect, Layer, Option, Result } from "effect"
import { Headers, HttpServerRequest } from "effect/http"
import { HttpApiMiddleware, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import { failWith, Problem, PublicUrls } from "../problems/problems.ts"
import { largestBody, readBody } from "./readBody.ts"
import { isJson, readJson, readUnsound } from "./readJson.ts"
import { requestParts } from "./requestIssues.ts"
import type { RequestParts } from "./requestIssues.ts"
import { failWithIssues } from "./RequestValidation.ts"

const BodyIsOptional = Context.Reference<boolean>("prescreen/adapters/http/requests/BodyIsOptional", {
  defaultValue: () => false
})

const withoutNull = ({ anyOf }: { readonly anyOf: ReadonlyArray<object> }) =>
  anyOf.find((member) => !("type" in member && member.type === "null"))

/**
 * Marks an endpoint whose body is optional. Its payload must be nullable, because a request without a body is read as
 * null. No request may send null, so the description does not mention it.
 */
export const optionalBody = Context.merge(
  Context.make(BodyIsOptional, true),
  OpenApi.annotations({
    transform: ({ requestBody, ...operation }) => ({
      ...operation,
      requestBody: {
        content: {
          "application/json": { schema: withoutNull(requestBody.content["application/json"].schema) }
        },
        required: false
      }
    })
  })
)

const hasNoBody = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0

/** Refuses a body that is not JSON, before its contents are looked at. */
export class JsonBody extends HttpApiMiddleware.Service<JsonBody>()(
  "prescreen/adapters/http/requests/JsonBody",
  {
    error: [Problem("unsupported_media_type"), Problem("payload_too_large"), Problem("invalid_request")]
  }
) {}

/** Whether a `Content-Encoding` means that the body is not compressed. */
export const isPlain = (encoding: string | undefined): boolean =>
  encoding === undefined || encoding.trim().toLowerCase() === "identity"

/** Parses a body as JSON. Fails with the problem to answer with if it is not sound JSON. */
export const parseBody = (endpoint: HttpApiEndpoint.Top, parts: RequestParts, bytes: Uint8Array) => {
  const json = readJson(bytes)
  return Result.isFailure(json)
    ? failWithIssues(endpoint, parts, readUnsound(bytes), json.failure)
    : Effect.succeed(json.success)
}

const namesJson = /^\s*application\/json\s*;/i

/** What in the headers keeps a body from being read as JSON, in words for the client; undefined if nothing does. */
const whyNotJson = ({ headers }: HttpServerRequest.HttpServerRequest): string | undefined => {
  if (!isPlain(headers["content-encoding"])) {
    return "Send the body as it is, without Content-Encoding: a compressed one is not unpacked."
  }
  const { "content-type": contentType } = headers
  if (isJson(contentType)) return undefined
  return namesJson.test(contentType ?? "")
    ? "Send the body in UTF-8: the only charset that Content-Type may name is utf-8."
    : "Send the body as plain JSON with Content-Type: application/json."
}

const assertJson = (request: HttpServerRequest.HttpServerRequest) => {
  const detail = whyNotJson(request)
  return detail === undefined ? Effect.void : failWith("unsupported_media_type", { detail })
}

const readWithin = Effect.fnUntracedEager(function* (request: HttpServerRequest.HttpServerRequest) {
  if (Number(request.headers["content-length"] ?? 0) > largestBody)
    return yield* failWith("payload_too_large")
  // The reader fails only because of the size: when a body is cut off, its client has gone and gets no answer.
  const bytes = yield* readBody(request)
  return Option.isNone(bytes) ? yield* failWith("payload_too_large") : bytes.value
})

/** Reads the body of a request as JSON. Fails with the problem to answer with if it is too large or not JSON. */
export const readJsonBody = Effect.fnUntracedEager(function* (
  endpoint: HttpApiEndpoint.Top,
  request: HttpServerRequest.HttpServerRequest
) {
  yield* assertJson(request)
  const bytes = yield* readWithin(request)
  return { bytes, json: yield* parseBody(endpoint, yield* requestParts, bytes) }
})

const isEmptyObject = (json: unknown): boolean =>
  typeof json === "object" && json !== null && !Array.isArray(json) && Object.keys(json).length === 0

/**
 * The same for a body that may be missing: undefined if there is none, also if a proxy announced a body of unknown
 * length and sent nothing.
 */
const readOptionalBody = Effect.fnUntraced(function* (
  endpoint: HttpApiEndpoint.Top,
  request: HttpServerRequest.HttpServerRequest
) {
  if (hasNoBody(request)) return undefined
  if (request.headers["content-length"] !== undefined) return yield* readJsonBody(endpoint, request)
  const bytes = yield* readWithin(request)
  if (bytes.length === 0) return undefined
  yield* assertJson(request)
  return { bytes, json: yield* parseBody(endpoint, yield* requestParts, bytes) }
})

/** Keeps the text with the request, because its stream cannot be read again. */
const keepText = (request: HttpServerRequest.HttpServerRequest, bytes: Uint8Array) => {
  Object.defineProperty(request, "text", { value: Effect.succeed(new TextDecoder().decode(bytes)) })
}

type Check = (
  endpoint: HttpApiEndpoint.Top,
  request: HttpServerRequest.HttpServerRequest
) => ReturnType<typeof checkBody>

const checkBody = Effect.fnUntraced(function* (
  endpoint: HttpApiEndpoint.Top,
  request: HttpServerRequest.HttpServerRequest
) {
  const { bytes } = yield* readJsonBody(endpoint, request)
  keepText(request, bytes)
  return request
})

/** Refuses any field, because one without effect must not go unnoticed. */
const checkNoBody: Check = Effect.fnUntraced(function* (endpoint, request) {
  const body = yield* readOptionalBody(endpoint, request)
  if (body === undefined || isEmptyObject(body.json)) return request
  return yield* failWithIssues(endpoint, yield* requestParts, Option.some(body.json))
})

const checkOptionalBody: Check = Effect.fnUntraced(function* (endpoint, request) {
  const body = yield* readOptionalBody(endpoint, request)
  // An empty body has no media type, whatever the header says.
  if (body === undefined) return request.modify({ headers: Headers.remove(request.headers, "content-type") })
  // A body that is missing is read as null, so the schema allows it.
  if (body.json === null) {
    return yield* failWithIssues(endpoint, yield* requestParts, Option.none(), ["body: expected object"])
  }
  keepText(request, body.bytes)
  return request
})

const checkOf = (endpoint: HttpApiEndpoint.Top): Check => {
  if (endpoint.payload.size === 0) return checkNoBody
  return Context.get(endpoint.annotations, BodyIsOptional) ? checkOptionalBody : checkBody
}

export const JsonBodyLayer = Layer.effect(
  JsonBody,
  Effect.map(PublicUrls, (urls) => (httpEffect, { endpoint }) => {
    if (endpoint.method === "GET") return httpEffect
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      Effect.provideService(checkOf(endpoint)(endpoint, request), PublicUrls, urls)
    ).pipe(
      Effect.flatMap((checked) =>
        Effect.provideService(httpEffect, HttpServerRequest.HttpServerRequest, checked)
      )
    )
  })
)
