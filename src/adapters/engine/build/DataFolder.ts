import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { readCsv } from "./csv.ts"

/** The public data that the artefacts are made from. A file that is missing or of another shape throws. */
export interface DataFolder {
  readonly lines: (file: string) => ReadonlyArray<string>
  /** The rows of a CSV file without its header, each by column name. */
  readonly records: (file: string) => ReadonlyArray<Readonly<Record<string, string>>>
  /** The rows of a CSV file that has no header. */
  readonly rows: (file: string) => ReadonlyArray<ReadonlyArray<string>>
  readonly json: <A>(file: string, schema: Schema.Codec<A, unknown>) => A
  /** The `prompt` of every line of a compressed file of JSON lines. */
  readonly prompts: (file: string) => ReadonlyArray<string>
  /** Every line of a compressed file of JSON lines. */
  readonly jsonLines: <A>(file: string, schema: Schema.Codec<A, unknown>) => ReadonlyArray<A>
}

const Prompt = Schema.Struct({ prompt: Schema.String })

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

export const openDataFolder = (folder: string): DataFolder => {
  const bytes = (file: string) => readFileSync(join(folder, file))
  const text = (file: string) => bytes(file).toString("utf8")
  const rows = (file: string) => readCsv(text(file))
  const jsonLines: DataFolder["jsonLines"] = (file, schema) => {
    const decode = Schema.decodeUnknownSync(schema)
    return linesOf(gunzipSync(bytes(file)).toString("utf8")).map((line) => decode(JSON.parse(line)))
  }
  return {
    lines: (file) => linesOf(text(file)),
    rows,
    records: (file) => {
      const [header = [], ...body] = rows(file)
      return body.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])))
    },
    json: (file, schema) => Schema.decodeUnknownSync(schema)(JSON.parse(text(file))),
    prompts: (file) => jsonLines(file, Prompt).map(({ prompt }) => prompt),
    jsonLines
  }
}
