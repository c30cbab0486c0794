import type { Problem, ProblemCode } from "./api.ts"

/** Codes of failures for which the service sent no error of its own. */
export type TransportCode = "no_response" | "timeout" | "unexpected_answer"

/**
 * A call that failed. Two failures are thrown as something else: the reason of the caller's own `signal`, when that
 * ended the call, and a `TypeError` for an option or a header that cannot be used.
 */
export class PrescreenError extends Error {
  override readonly name = "PrescreenError"
  /** Stable: branch on this. */
  readonly code: ProblemCode | TransportCode
  /** The HTTP status of the answer, or undefined if there was none. */
  readonly status: number | undefined
  /** One line for each thing that is wrong with the request, its place first. */
  readonly issues: ReadonlyArray<string>
  /** The `X-Request-Id` of the answer, by which the operator finds the request in the service's log. */
  readonly requestId: string | undefined
  /**
   * The service's own error. Narrow it by its `code`: that of `plan_required` has `limit`, `allowed` and `used` if a
   * limit was reached.
   */
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
