import { Context } from "effect"

/** An event that is logged at the level `info`. */
export interface LoggedEvent {
  readonly message: string
  /** When it happened, in milliseconds since 1970. */
  readonly at: number
  /** What else its line says. Called when the line is made. */
  readonly annotations: () => Readonly<Record<string, unknown>>
}

/**
 * Logs an event a moment later, when the lines of many are made in a row. For events as frequent as requests: made at
 * once, a line costs several times as much. Undefined if the log leaves out the level `info`.
 */
export const DeferredLog = Context.Reference<((event: LoggedEvent) => void) | undefined>(
  "prescreen/domain/shared/DeferredLog",
  { defaultValue: () => undefined }
)
