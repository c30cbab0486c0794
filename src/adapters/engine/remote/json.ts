import { Result, Schema, SchemaIssue } from "effect"

/** The largest body in either direction, in bytes. */
export const maxBodyBytes = 1024 * 1024

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Parses a body. Fails if it is not JSON in UTF-8, and quotes nothing of it. */
export const readJson = (bytes: Uint8Array): Result.Result<unknown, string> =>
  Result.try({ try: (): unknown => JSON.parse(utf8.decode(bytes)), catch: () => "it is not JSON in UTF-8" })

const flatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** Describes a schema's error by its place and what is expected there, never by the value that was found. */
export const firstIssue = (where: ReadonlyArray<string>) => (error: Schema.SchemaError) => {
  const [issue] = flatIssues(error.issue).issues
  const path = [...where, ...(issue?.path ?? [])].map(String).join(".")
  return `${path === "" ? "the body" : path}: ${issue?.message ?? "unexpected"}`
}

/**
 * A count of tokens, of at most 31 bits: more than any prompt has, and small enough that sums of very many are exact.
 */
export const TokenCount = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }, { expected: "a count of tokens" })
)
