import { Option, Predicate, Schema } from "effect"

/** Why one exchange with the engine gave no answer that can be trusted. */
export class EngineFault extends Schema.TaggedError<EngineFault>()("EngineFault", {
  /** For the operator's log: fixed words, field names, numbers and error codes, nothing of either body. */
  reason: Schema.String,
  /** Whether asking once more may help, because the engine did not get to answer. */
  mayRetry: Schema.Boolean,
  /** The HTTP status, if that is what is wrong; null for a fault of the connection or of the answer. */
  status: Schema.NullOr(Schema.Int),
  /** Whether there was an answer at all. */
  answered: Schema.Boolean,
  /** Whether the engine works but would not score this one prompt. That says nothing about how it does with others. */
  concernsPrompt: Schema.Boolean
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

const connectionFault = (reason: string, mayRetry: boolean): EngineFault =>
  new EngineFault({ reason, mayRetry, status: null, answered: false, concernsPrompt: false })

/** The fault of a connection that failed, named by the code of its error alone. */
export const transportFault = (error: unknown): EngineFault => {
  const code = Option.getOrElse(codeOf(error), () => "no code")
  if (code === "ECONNREFUSED") return connectionFault("the connection was refused", true)
  if (resetCodes.has(code)) return connectionFault("the connection was reset", true)
  return connectionFault(`the exchange failed (${code})`, false)
}

/** The fault of an engine whose whole answer did not arrive within the timeout. */
export const lateFault = (milliseconds: number): EngineFault =>
  connectionFault(`no whole answer within ${milliseconds} ms`, false)

const passingStatuses = new Set([502, 503, 504])

/**
 * The statuses with which servers refuse the contents of a request: its length, its characters, or what their own
 * filter finds in it.
 */
const refusingStatuses = new Set([400, 413, 422])

/** The fault of an answer with a status other than 200. */
export const statusFault = (status: number): EngineFault =>
  new EngineFault({
    reason: `the engine answered with status ${status}`,
    mayRetry: passingStatuses.has(status),
    status,
    answered: true,
    concernsPrompt: refusingStatuses.has(status)
  })

const unusable = (what: string, concernsPrompt: boolean): EngineFault =>
  new EngineFault({
    reason: `the engine's answer cannot be used: ${what}`,
    mayRetry: false,
    status: null,
    answered: true,
    concernsPrompt
  })

/** An answer that a sound engine never gives. */
export const answerFault = (what: string): EngineFault => unusable(what, false)

/** An unusable answer that a sound engine may give because of the prompt, such as a model's refusal. */
export const refusalFault = (what: string): EngineFault => unusable(what, true)
