import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Duration, Effect, Layer, Metric, Ref, Result, Schedule } from "effect"
import { createHash } from "node:crypto"
import { ScreeningEngine, ScreeningUnavailable } from "../../../domain/screening/ScreeningEngine.ts"
import type { EngineReport, EngineRequest } from "../../../domain/screening/ScreeningEngine.ts"
import { makeCircuitBreaker } from "../remote/circuitBreaker.ts"
import type { EngineFault } from "../remote/EngineFault.ts"
import { makeAsk, makeRequests, unavailable } from "../remote/remoteCalls.ts"
import type { RemoteOptions } from "../remote/remoteCalls.ts"
import type { AskingStrategy } from "./AskingStrategy.ts"
import { readCompletion } from "./completion.ts"
import { chooseStrategy } from "./probe.ts"
import type { ModelUnsuited } from "./probe.ts"
import { profiles } from "./profiles.ts"
import type { ProfileName } from "./profiles.ts"
import type { ChatRequest } from "./request.ts"

export interface ScreeningEngineLlmOptions extends RemoteOptions {
  readonly model: string
  readonly profile: ProfileName
}

/**
 * The shortest timeout while a strategy is chosen. A server that still has to load its model takes longer to answer
 * than later.
 */
const shortestChoiceTimeout = Duration.seconds(30)

/** How long to wait before a server that could not be reached is tried again. */
const retryDelay = Duration.seconds(5)

/** The path to append to the configured address, which may or may not end with `/v1`. */
const apiPath = (url: URL, path: string): string =>
  url.pathname.replace(/\/+$/, "").endsWith("/v1") ? path : `/v1${path}`

/**
 * The engine's version: the model's id and a hash of everything that it is sent except the prompt, at most 128
 * characters.
 */
const versionOf = (model: string, strategy: AskingStrategy): string => {
  const sent = JSON.stringify([model, strategy.name, strategy.request({ prompt: "", negativePrompt: null })])
  const hash = createHash("sha256").update(sent).digest("hex").slice(0, 12)
  return `${[...model.toWellFormed()].slice(0, 114).join("")}+${hash}`
}

const tokens = (direction: "input" | "output") =>
  Metric.counter("prescreen.engine.tokens", {
    description: "Tokens that the language model's server counted",
    attributes: { direction },
    incremental: true
  })

const spent = { input: tokens("input"), output: tokens("output") }

const recordTokens = ({ inputTokens, outputTokens }: Pick<EngineReport, "inputTokens" | "outputTokens">) =>
  Effect.andThen(Metric.update(spent.input, inputTokens ?? 0), Metric.update(spent.output, outputTokens ?? 0))

const notYet = (reason: string) =>
  new ScreeningUnavailable({ retryAfterSeconds: Duration.toSeconds(retryDelay), reason, isLogged: true })

interface Chosen {
  readonly strategy: AskingStrategy
  readonly version: string
}

/**
 * Chooses the asking strategy at once if the server can be reached, otherwise later, in the background. Until then,
 * the result is the reason why there is none.
 */
const choosing = Effect.fnUntraced(function* (
  { model, profile, url }: ScreeningEngineLlmOptions,
  send: Parameters<typeof chooseStrategy>[1]
) {
  const chosen = yield* Ref.make<Result.Result<Chosen, string>>(
    Result.fail("the model's server could not be reached since the start")
  )
  const choose = Effect.gen(function* () {
    const strategy = yield* chooseStrategy(profiles[profile], send)
    yield* Ref.set(chosen, Result.succeed({ strategy, version: versionOf(model, strategy) }))
    yield* Effect.logInfo("The language model can be asked").pipe(Effect.annotateLogs({ way: strategy.name }))
  })
  /** Logged only if it is another reason than the last time. */
  const noteUnsuited = Effect.fnUntraced(function* ({ reason }: ModelUnsuited) {
    const known = yield* Ref.getAndSet(chosen, Result.fail(reason))
    if (Result.isFailure(known) && known.failure === reason) return
    yield* Effect.logError("The language model is there and cannot be used").pipe(
      Effect.annotateLogs({ reason })
    )
  })
  const lookAgain = choose.pipe(
    Effect.tapErrorTag("ModelUnsuited", noteUnsuited),
    Effect.retry(Schedule.spaced(retryDelay))
  )
  yield* choose.pipe(
    Effect.catchTag("EngineFault", ({ reason }) =>
      Effect.logWarning("The language model's server is away and will be looked for").pipe(
        Effect.annotateLogs({ engine: url.host, reason }),
        Effect.andThen(Effect.forkScoped(Effect.delay(lookAgain, retryDelay)))
      )
    )
  )
  return chosen
})

/**
 * Asks a language model behind any server with `/v1/chat/completions`. One request answers all checks of the profile.
 * The asking strategy is chosen at the start. If the server can be reached but is of no use, the layer fails.
 */
export const ScreeningEngineLlm = (
  options: ScreeningEngineLlmOptions
): Layer.Layer<ScreeningEngine, ModelUnsuited, NodeHttpClient.Dispatcher> =>
  Layer.effect(
    ScreeningEngine,
    Effect.gen(function* () {
      yield* recordTokens({ inputTokens: 0, outputTokens: 0 })
      const dispatcher = yield* NodeHttpClient.Dispatcher
      const ask = makeAsk(dispatcher, options.timeout)
      const askForChoice = makeAsk(dispatcher, Duration.max(options.timeout, shortestChoiceTimeout))
      const guarded = yield* makeCircuitBreaker(options)
      const server = makeRequests(options)
      const post = server.post(apiPath(options.url, "/chat/completions"))
      const models = server.get(apiPath(options.url, "/models"))
      const body = (request: ChatRequest) => post({ model: options.model, ...request })

      const found = yield* choosing(options, (request) => askForChoice(body(request), readCompletion))
      const chosen = Ref.get(found).pipe(Effect.flatMap(Effect.fromResult), Effect.mapError(notYet))

      const reading =
        ({ strategy, version }: Chosen, { checks }: EngineRequest) =>
        (answer: unknown): Result.Result<EngineReport, EngineFault> =>
          Result.flatMap(readCompletion(answer), (completion) =>
            Result.map(strategy.read(completion, checks), (scores) => ({
              engineVersion: version,
              inputTokens: completion.inputTokens,
              outputTokens: completion.outputTokens,
              checks: scores
            }))
          )

      return ScreeningEngine.of({
        screen: Effect.fn("ScreeningEngineLlm.screen")(function* (request) {
          const how = yield* chosen
          return yield* Effect.tap(
            guarded(ask(body(how.strategy.request(request)), reading(how, request))),
            recordTokens
          )
        }),
        // Not through the circuit breaker: whoever asks for the engine's health wants to know its state now, and
        // decides nothing by it.
        health: Effect.gen(function* () {
          const { version } = yield* chosen
          yield* Effect.mapError(ask(models, Result.succeed), unavailable)
          return version
        }).pipe(Effect.withSpan("ScreeningEngineLlm.health"))
      })
    })
  )
