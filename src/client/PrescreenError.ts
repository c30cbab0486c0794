import type { Problem, ProblemCode } from "./api.ts"

/** What went wrong without an answer of the service that says so. */
export type TransportCode = "no_response" | "timeout" | "unexpected_answer"

/** Every failure of a call, except that the caller's own `signal` ended it: then the signal's reason is thrown. */
export class PrescreenError extends Error {
  override readonly name = "PrescreenError"
  /** Stable; what to branch on. */
  readonly code: ProblemCode | TransportCode
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined
  /** One line for each fault of the request, each starting with its place. */
  readonly issues: ReadonlyArray<string>
  /** Names the request in the service's log. */
  readonly requestId: string | undefined
  /** The service's own words. Narrow it by its `code`: that of a 402 says `limit`, `allowed` and `used`. */
  readonly problem: Problem | undefined

  constructor(
    code: ProblemCode | TransportCode,
    message: string,
    {
      cause,
      problem,
      requestId,
      status
    }: { cause?: unknown; problem?: Problem; requestId?: string | undefined; status?: number } = {}
  ) {
    super(message, { cause })
    this.code = code
    this.status = status
    this.issues = problem?.issues ?? []
    this.requestId = requestId
    this.problem = problem
  }
}
