import { ByteSize, Effect, Result } from "effect"
import type { Layer, Option, Redacted } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerResponse } from "effect/http"
import type { HttpServer, HttpServerRequest } from "effect/http"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import type { ScreeningUnavailable } from "../../../domain/screening/ScreeningEngine.ts"
import { healthPath, readRequest, screenPath, wireHealth, wireReport } from "../http/engine.api.ts"
import { maxBodyBytes, readJson } from "../remote/json.ts"
import { carriesToken } from "./bearerToken.ts"
import { problem } from "./problem.ts"

export interface EngineServerOptions {
  /** The bearer token that a request to screen must carry; none if it needs no token. `GET /health` never needs one. */
  readonly token: Option.Option<Redacted.Redacted>
}

const problems = {
  invalid: (detail: string) => problem(400, detail),
  unauthorized: problem(401, "a bearer token is needed", { "www-authenticate": "Bearer" }),
  notFound: problem(404, "there is nothing at this path"),
  tooLarge: problem(413, `the body is over ${maxBodyBytes} bytes`)
}

const notAllowed = (allow: string) => problem(405, "this path is for another method", { allow })

const cannotAnswer = ({ reason, retryAfterSeconds }: ScreeningUnavailable) =>
  Effect.logWarning("The engine cannot answer").pipe(
    Effect.annotateLogs({ reason }),
    Effect.as(problem(503, "the engine cannot answer", { "retry-after": String(retryAfterSeconds) }))
  )

const readBody = (request: HttpServerRequest.HttpServerRequest) =>
  request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBodyBytes)),
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.mapError(({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? problems.tooLarge
        : problems.invalid("the body ended early")
    )
  )

const screening = (engine: ScreeningEngine["Service"], { token }: EngineServerOptions) => {
  const isAuthorized = carriesToken(token)
  return Effect.fn("EngineServer.screen")(
    function* (request: HttpServerRequest.HttpServerRequest) {
      if (!isAuthorized(request.headers)) return problems.unauthorized
      const body = yield* readBody(request)
      const asked = yield* Effect.fromResult(
        readJson(body).pipe(Result.flatMap(readRequest), Result.mapError(problems.invalid))
      )
      return HttpServerResponse.jsonUnsafe(wireReport(yield* engine.screen(asked)))
    },
    Effect.catchTag("ScreeningUnavailable", cannotAnswer),
    Effect.catch(Effect.succeed)
  )
}

const health = (engine: ScreeningEngine["Service"]) =>
  engine.health.pipe(
    Effect.map((version) => HttpServerResponse.jsonUnsafe(wireHealth(version))),
    Effect.catchTag("ScreeningUnavailable", cannotAnswer)
  )

/** Without HEAD, which the router answers like GET. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"] as const

/** The engine protocol (docs/engine.md) in front of any engine. */
const EngineRoutes = (
  options: EngineServerOptions
): Layer.Layer<never, never, HttpRouter.HttpRouter | ScreeningEngine> =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const engine = yield* ScreeningEngine
      yield* router.add("POST", screenPath, screening(engine, options))
      yield* router.add("GET", healthPath, health(engine))
      for (const method of methods) {
        if (method !== "POST") yield* router.add(method, screenPath, notAllowed("POST"))
        if (method !== "GET") yield* router.add(method, healthPath, notAllowed("GET, HEAD"))
        yield* router.add(method, "/*", problems.notFound)
      }
    })
  )

/** Serves the engine protocol, without a log line for each request. */
export const EngineServerLayer = (
  options: EngineServerOptions
): Layer.Layer<never, never, HttpServer.HttpServer | ScreeningEngine> =>
  HttpRouter.serve(EngineRoutes(options), { disableLogger: true })
