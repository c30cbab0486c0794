import { Layer, Logger, References } from "effect"
import type { LogLevel } from "effect"

export interface LoggingOptions {
  readonly level: "trace" | "debug" | "info" | "warn" | "warning" | "error" | "fatal" | "none"
  readonly format: "pretty" | "json"
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

/** The log goes to standard error; standard output belongs to what a command was asked for. */
export const LoggingLayer = ({ format, level }: LoggingOptions) =>
  Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(format === "json" ? Logger.formatJson : Logger.formatSimple)]),
    Layer.succeed(References.MinimumLogLevel, levels[level])
  )
