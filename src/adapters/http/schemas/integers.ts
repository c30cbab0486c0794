import { Schema } from "effect"

/** An integer of any size. `Schema.Int` takes only safe integers, but a request with a larger one is still valid. */
export const Integer = Schema.Finite.check(
  Schema.makeFilter((value: number) => Number.isInteger(value) || "expected an integer", {
    toJsonSchema: () => ({ type: "integer" })
  })
)

/** A sum for which 32 bits may not be enough, such as the tokens of a busy month. */
export const LargeInteger = Schema.Finite.check(
  Schema.makeFilter((value: number) => Number.isSafeInteger(value) || "expected an integer", {
    toJsonSchema: () => ({ type: "integer", format: "int64" })
  })
)

/** The number of a policy version in a body. */
export const VersionNumber = Integer.check(Schema.isGreaterThanOrEqualTo(1))

/**
 * The version to look for, which is a safe integer. Larger numbers are not exact, and no policy has so many versions.
 */
export const findable = (version: number): number => Math.min(version, Number.MAX_SAFE_INTEGER)
