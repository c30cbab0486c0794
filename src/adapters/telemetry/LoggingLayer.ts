import { Formatter, Layer, Logger, References } from "effect"
import type { Fiber, LogLevel } from "effect"

export interface LoggingOptions {
  readonly level: "trace" | "debug" | "info" | "warn" | "warning" | "error" | "fatal" | "none"
  readonly format: "pretty" | "json"
  /** Names the request that a fiber works for; undefined where there is none. */
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
 * A line says which request it is about. The id is looked for when there is a line, so that no other request pays for
 * it.
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

/** The log goes to standard error; standard output belongs to what a command was asked for. */
export const LoggingLayer = ({ format, level, requestIdOf }: LoggingOptions) =>
  Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(formatters(requestIdOf)[format])]),
    Layer.succeed(References.MinimumLogLevel, levels[level])
  )
