import { Schema } from "effect"

/** An integer of any size. `Schema.Int` ends at those that a number tells apart, which is no fault of a request. */
export const Integer = Schema.Finite.check(
  Schema.makeFilter((value: number) => Number.isInteger(value) || "expected an integer", {
    toJsonSchema: () => ({ type: "integer" })
  })
)

/** The number of a policy's version, as it stands in a body. */
export const VersionNumber = Integer.check(Schema.isGreaterThanOrEqualTo(1))

/** The version to look for. Past the largest, numbers are not told apart, and no policy has so many versions. */
export const findable = (version: number): number => Math.min(version, Number.MAX_SAFE_INTEGER)
