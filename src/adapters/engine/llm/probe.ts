import { Effect, Result, Schema } from "effect"
import { answerFault, EngineFault } from "../remote/EngineFault.ts"
import type { AskingStrategy } from "./AskingStrategy.ts"
import type { Completion } from "./completion.ts"
import type { Profile } from "./profiles.ts"
import type { ChatRequest } from "./request.ts"

/** The server answers, but not in a way that can be used to screen prompts. Waiting does not help. */
export class ModelUnsuited extends Schema.TaggedError<ModelUnsuited>()("ModelUnsuited", {
  reason: Schema.String
}) {
  override get message() {
    return this.reason
  }
}

/** Sends a body and reads what came back. */
type Send = (request: ChatRequest) => Effect.Effect<Completion, EngineFault>

/** Harmless, so that it alarms nobody who finds it in a log of prompts. */
const benign = { prompt: "a watercolour of two foxes in the snow", negativePrompt: null }

/** A server that accepted the short request and refuses the questions most likely has too short a context for them. */
const tooLong = (canary: AskingStrategy["canary"]) => (fault: EngineFault) =>
  canary !== null && (fault.status === 400 || fault.status === 413)
    ? new EngineFault({ ...fault, reason: `${fault.reason}: is its context too short for the questions?` })
    : fault

const tryStrategy = (send: Send, { checks }: Profile, { canary, read, request }: AskingStrategy) =>
  Effect.gen(function* () {
    if (canary !== null) {
      const { text } = yield* send(canary.request)
      if (!canary.holds(text)) return yield* answerFault("the form of the answer is not enforced")
    }
    return yield* Effect.fromResult(
      read(yield* Effect.mapError(send(request(benign)), tooLong(canary)), checks)
    )
  })

const isAway = ({ answered, mayRetry, status }: EngineFault) => !answered || mayRetry || status === 429

const unsuited = (faults: ReadonlyArray<EngineFault>): EngineFault | ModelUnsuited => {
  const last = faults.at(-1)
  // A server that fails at everything is not well yet, so it counts as away.
  if (last !== undefined && faults.every(({ status }) => status !== null && status >= 500)) return last
  if (faults.every(({ status }) => status === 404)) {
    return new ModelUnsuited({
      reason: "ENGINE_URL or ENGINE_MODEL is wrong: the server has no such path or model (status 404)"
    })
  }
  // llama.cpp with several models answers like this for one that it does not know.
  if (faults.every(({ status }) => status === 400)) {
    return new ModelUnsuited({
      reason: `ENGINE_MODEL is unknown to the server or cannot be asked: every request was refused (last: ${last?.reason ?? "nothing tried"})`
    })
  }
  return new ModelUnsuited({
    reason: `ENGINE_MODEL cannot screen: neither log-probabilities nor an enforced form of answers can be had of its server (last: ${last?.reason ?? "nothing tried"})`
  })
}

/**
 * Finds the best of a profile's strategies that works with the server and the model. Fails with the fault if the server
 * is away, and with `ModelUnsuited` if no strategy works.
 */
export const chooseStrategy = Effect.fnUntraced(function* (profile: Profile, send: Send) {
  const faults: Array<EngineFault> = []
  for (const strategy of profile.strategies) {
    const outcome = yield* Effect.result(tryStrategy(send, profile, strategy))
    if (Result.isSuccess(outcome)) {
      if (Object.values(outcome.success).some(({ score }) => score >= 0.5)) {
        yield* Effect.logWarning("The model takes a harmless prompt for a violation: expect false alarms")
      }
      return strategy
    }
    const fault = outcome.failure
    if (isAway(fault)) return yield* fault
    if (fault.status === 401 || fault.status === 403) {
      return yield* new ModelUnsuited({
        reason: `ENGINE_TOKEN is not accepted by the server at ENGINE_URL (status ${fault.status})`
      })
    }
    faults.push(fault)
  }
  return yield* unsuited(faults)
})
