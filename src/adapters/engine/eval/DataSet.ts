import { Result, Schema, SchemaIssue } from "effect"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"

/** Whether a row is an example of a check. A check that is left out is not measured on the row. */
const Labels = Schema.Record(Schema.Literals(checkIds), Schema.optionalKey(Schema.Boolean))

/** One line of a data set (JSON lines). */
const Row = Schema.Struct({
  text: Schema.String,
  labels: Labels,
  negative_prompt: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** the tag of the text's language ("fr"), for figures by language; it is printed, so it must be nothing else */
  language: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,35}$/)))
})

export interface LabelledPrompt {
  readonly text: string
  readonly negativePrompt: string | null
  readonly language: string | null
  readonly labels: Readonly<Partial<Record<CheckId, boolean>>>
}

export interface DataSet {
  readonly name: string
  readonly rows: ReadonlyArray<LabelledPrompt>
}

const decodeRow = Schema.decodeUnknownResult(Row, { errors: "all", onExcessProperty: "error" })
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const known = new Set<string>([...checkIds, "text", "labels", "negative_prompt", "language"])
const fieldName = (key: PropertyKey): string => (known.has(String(key)) ? String(key) : "an unknown field")

/** Names only fields of the format, because the schema's own message and unknown field names would quote the row. */
const fieldsOf = (error: Schema.SchemaError): string => {
  const places = issuesOf(error.issue).issues.map(({ path = [] }) =>
    path.map((segment) => fieldName(typeof segment === "object" ? segment.key : segment)).join(".")
  )
  return Array.from(new Set(places), (place) => (place === "" ? "the line" : place)).join(", ")
}

const parseJson = (line: string) =>
  Result.try({ try: (): unknown => JSON.parse(line), catch: () => "not JSON" })

const readRow = (line: string): Result.Result<LabelledPrompt, string> =>
  parseJson(line).pipe(
    Result.flatMap((value) =>
      Result.mapError(decodeRow(value), (error) => `missing, unknown or of another type: ${fieldsOf(error)}`)
    ),
    Result.map((row) => ({
      text: row.text,
      negativePrompt: row.negative_prompt ?? null,
      language: row.language ?? null,
      labels: row.labels
    }))
  )

/** Reads a data set. The failure names the line and the field, and never quotes the text. */
export const readDataSet = (name: string, content: string): Result.Result<DataSet, string> => {
  const rows: Array<LabelledPrompt> = []
  for (const [at, line] of content.split("\n").entries()) {
    if (line.trim() === "") continue
    const row = readRow(line)
    if (Result.isFailure(row)) return Result.fail(`${name}, line ${at + 1}: ${row.failure}`)
    rows.push(row.success)
  }
  return rows.length === 0 ? Result.fail(`${name} has no rows`) : Result.succeed({ name, rows })
}
