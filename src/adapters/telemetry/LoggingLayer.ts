import { Formatter, Layer, Logger, References } from "effect"
import type { Fiber, LogLevel } from "effect"

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

/** Logs go to standard error. Standard output is for what a command was asked to print. */
export const LoggingLayer = ({ format, level, requestIdOf }: LoggingOptions) =>
  Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(formatters(requestIdOf)[format])]),
    Layer.succeed(References.MinimumLogLevel, levels[level])
  )
