import {
  Cause,
  Context,
  DateTime,
  Effect,
  Formatter,
  Layer,
  Logger,
  LogLevel,
  Predicate,
  References
} from "effect"
import type { Fiber } from "effect"
import { DeferredLog } from "../../domain/shared/DeferredLog.ts"
import type { LoggedEvent } from "../../domain/shared/DeferredLog.ts"
import { makeLineWriter } from "./standardError.ts"

export interface LoggingOptions {
  readonly level: "trace" | "debug" | "info" | "warn" | "warning" | "error" | "fatal" | "none"
  readonly format: "pretty" | "json"
  /** The id of the request that a fiber works for, or undefined if it works for none. */
  readonly requestIdOf: (fiber: Fiber.Fiber<unknown, unknown>) => string | undefined
}

const levels: Readonly<Record<LoggingOptions["level"], LogLevel.LogLevel>> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  warning: "Warn",
  error: "Error",
  fatal: "Fatal",
  none: "None"
}

/**
 * Adds the request's id to each line. It is looked up only when a line is written, so that requests which log nothing
 * pay nothing.
 */
const formatters = (requestIdOf: LoggingOptions["requestIdOf"]) => {
  const missing = (options: Logger.Options<unknown>): string | undefined =>
    "requestId" in options.fiber.getRef(References.CurrentLogAnnotations)
      ? undefined
      : requestIdOf(options.fiber)
  return {
    json: Logger.make((options) => {
      const line = Logger.formatStructured.log(options)
      const requestId = missing(options)
      return Formatter.formatJson(
        requestId === undefined ? line : { ...line, annotations: { requestId, ...line.annotations } }
      )
    }),
    pretty: Logger.make((options) => {
      const requestId = missing(options)
      return `${Logger.formatSimple.log(options)}${requestId === undefined ? "" : ` requestId=${requestId}`}`
    })
  }
}

/** How long an event may wait for its line. */
const longestDelay = "100 millis"

type LineOfEvent = (event: LoggedEvent, fiber: Fiber.Fiber<unknown, unknown>) => string

/** The JSON of the logger, without its care for values of any kind, which takes four times as long. */
const jsonLine: LineOfEvent = ({ annotations, at, message }) =>
  JSON.stringify({
    message,
    level: "INFO",
    timestamp: DateTime.formatIso(DateTime.makeUnsafe(at)),
    annotations: annotations()
  })

/** `{ status: 200, parts: { engine: 1 } }` as `{ status: 200, engine: 1 }`, which is easier to read on one line. */
const flattened = (annotations: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(annotations).flatMap(([name, value]) =>
      Predicate.isObject(value) ? Object.entries(value) : [[name, value]]
    )
  )

const prettyLine: LineOfEvent = ({ annotations, at, message }, fiber) => {
  const { context } = fiber
  fiber.setContext(Context.add(context, References.CurrentLogAnnotations, flattened(annotations())))
  const date = DateTime.toDateUtc(DateTime.makeUnsafe(at))
  const line = Logger.formatSimple.log({ message, logLevel: "Info", cause: Cause.empty, date, fiber })
  fiber.setContext(context)
  return line
}

const makeDeferredLog = Effect.fnUntraced(function* (
  lineOf: LineOfEvent,
  write: (lines: ReadonlyArray<string>) => void
) {
  let waiting: Array<LoggedEvent> = []

  const writeAll = Effect.withFiber((fiber) => {
    const events = waiting
    waiting = []
    write(events.map((event) => lineOf(event, fiber)))
    return Effect.void
  })

  const fork = Effect.runForkWith(yield* Effect.context())
  yield* Effect.addFinalizer(() => writeAll)
  return (event: LoggedEvent): void => {
    if (waiting.push(event) === 1) fork(Effect.andThen(Effect.sleep(longestDelay), writeAll))
  }
})

/** Logs go to standard error. Standard output is for what a command was asked to print. */
export const LoggingLayer = ({ format, level, requestIdOf }: LoggingOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const write = yield* makeLineWriter
      const logLater = yield* makeDeferredLog(format === "json" ? jsonLine : prettyLine, write)
      return Layer.mergeAll(
        Logger.layer([
          Logger.map(formatters(requestIdOf)[format], (line) => {
            write([line])
          })
        ]),
        Layer.succeed(References.MinimumLogLevel, levels[level]),
        Layer.succeed(DeferredLog, LogLevel.isGreaterThan(levels[level], "Info") ? undefined : logLater)
      )
    })
  )
