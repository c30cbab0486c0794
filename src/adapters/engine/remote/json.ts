import { Result, Schema, SchemaIssue } from "effect"

/** No body is longer, in either direction. */
export const maxBodyBytes = 1024 * 1024

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Fails on anything that is not JSON in UTF-8. The failure quotes nothing of it. */
export const readJson = (bytes: Uint8Array): Result.Result<unknown, string> =>
  Result.try({ try: (): unknown => JSON.parse(utf8.decode(bytes)), catch: () => "it is not JSON in UTF-8" })

const flatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** A failure names the place and what is expected there, never the value that was found. */
export const firstIssue = (where: ReadonlyArray<string>) => (error: Schema.SchemaError) => {
  const [issue] = flatIssues(error.issue).issues
  const path = [...where, ...(issue?.path ?? [])].map(String).join(".")
  return `${path === "" ? "the body" : path}: ${issue?.message ?? "unexpected"}`
}

/** Of 32 bits: more than any prompt has, and few enough that sums of very many are exact. */
export const TokenCount = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }, { expected: "a count of tokens" })
)
