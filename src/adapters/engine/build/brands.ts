import { Schema } from "effect"
import { workKind } from "../builtin/labels.ts"
import type { DataFolder } from "./DataFolder.ts"
import { wordsOf } from "./phrases.ts"
import type { WorkName } from "./WorkName.ts"

const Icons = Schema.Array(Schema.Struct({ title: Schema.String }))
const Companies = Schema.Struct({ companies: Schema.Array(Schema.String) })
const Cars = Schema.Struct({ cars: Schema.Array(Schema.String) })

/** Words of a company's name that do not belong to the brand. */
const legalForms = new Set(
  "inc incorporated corp corporation company companies co ltd limited plc group holdings holding the and com sa nv ag".split(
    " "
  )
)

const withoutLegalForm = (name: string): string => {
  const words = Array.from(wordsOf(name.replace(/\(.*\)/, " ")))
  while (words.length > 1 && legalForms.has(words.at(-1) ?? "")) words.pop()
  return words.join(" ")
}

/** Brands and companies. A brand without a clear name is left out, never demoted. */
export const readBrands = (data: DataFolder): ReadonlyArray<WorkName> =>
  [
    ...data.json("gaz-corpora/cars.json", Cars).cars,
    ...data.json("gaz-corpora/fortune500.json", Companies).companies,
    ...data.records("gaz-sp500.csv").map((row) => row["Security"] ?? ""),
    ...data.json("gaz-simple-icons.json", Icons).map(({ title }) => title)
  ].map((name) => ({ name: withoutLegalForm(name), kind: workKind.brand, franchise: "", isFamous: false }))
