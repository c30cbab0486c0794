import { Option, Predicate, Schema } from "effect"
import type { HttpClientError } from "effect/http"

/** Why one exchange with the engine gave no answer that can be trusted. */
export class EngineFault extends Schema.TaggedError<EngineFault>()("EngineFault", {
  /** For the operator's log: fixed words, field names, numbers and error codes, nothing of either body. */
  reason: Schema.String,
  /** The engine did not get to answer: asking once more may help. */
  mayRetry: Schema.Boolean
}) {}

const resetCodes = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE", "UND_ERR_SOCKET"])

/** The code of a Node, TLS or undici error, which is the only part of it that is known to hold no data. */
const codeOf = (cause: unknown): Option.Option<string> => {
  if (!Predicate.isObject(cause)) return Option.none()
  if (Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code)) {
    return Option.liftPredicate(cause.code, (code) => /^[A-Z0-9_]{1,64}$/.test(code))
  }
  return Predicate.hasProperty(cause, "cause") ? codeOf(cause.cause) : Option.none()
}

export const transportFault = ({ reason }: HttpClientError.HttpClientError): EngineFault => {
  const code = Option.getOrElse(codeOf(reason.cause), () => reason._tag)
  if (code === "ECONNREFUSED")
    return new EngineFault({ reason: "the connection was refused", mayRetry: true })
  if (resetCodes.has(code)) return new EngineFault({ reason: "the connection was reset", mayRetry: true })
  return new EngineFault({ reason: `the exchange failed (${code})`, mayRetry: false })
}

const passingStatuses = new Set([502, 503, 504])

export const statusFault = (status: number): EngineFault =>
  new EngineFault({
    reason: `the engine answered with status ${status}`,
    mayRetry: passingStatuses.has(status)
  })

export const answerFault = (what: string): EngineFault =>
  new EngineFault({ reason: `the engine's answer cannot be used: ${what}`, mayRetry: false })
