import { Option, Schema } from "effect"

/**
 * The metrics of one process in Prometheus's text format. The number names the process for as long as the service runs.
 */
export const ProcessReport = Schema.Struct({ process: Schema.Int, text: Schema.String })
export type ProcessReport = typeof ProcessReport.Type

const Numbered = { id: Schema.Int }

/** What a serving process tells its supervisor. */
export const FromServing = Schema.Union([
  Schema.TaggedStruct("Ready", {}),
  /** Asks for the reports of all processes. */
  Schema.TaggedStruct("CollectReports", Numbered),
  Schema.TaggedStruct("Report", { ...Numbered, text: Schema.String })
])
export type FromServing = typeof FromServing.Type

/** What the supervisor tells a serving process. */
export const FromSupervisor = Schema.Union([
  /** The operator has been told that the service is ready. */
  Schema.TaggedStruct("Announced", {}),
  Schema.TaggedStruct("AskReport", Numbered),
  Schema.TaggedStruct("Reports", { ...Numbered, reports: Schema.Array(ProcessReport) })
])
export type FromSupervisor = typeof FromSupervisor.Type

const readFromServing = Schema.decodeUnknownOption(FromServing)
const readFromSupervisor = Schema.decodeUnknownOption(FromSupervisor)

/** A listener to a serving process, which ignores what is no message of this kind. */
export const onServingMessage = (handle: (message: FromServing) => void) => (message: unknown) => {
  const read = readFromServing(message)
  if (Option.isSome(read)) handle(read.value)
}

/** A listener to the supervisor, which ignores what is no message of this kind. */
export const onSupervisorMessage = (handle: (message: FromSupervisor) => void) => (message: unknown) => {
  const read = readFromSupervisor(message)
  if (Option.isSome(read)) handle(read.value)
}
