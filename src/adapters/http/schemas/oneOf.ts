import { Schema } from "effect"

/** One of the given words, with an issue that names them all. */
export const oneOf = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.Literals(values).annotate({
    message: `must be one of ${values.map((value) => `"${value}"`).join(", ")}`
  })
