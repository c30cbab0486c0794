import type { ApiDocument, Operation } from "../../support/ApiDocument.ts"
import type { Exchange, RawReply } from "../../support/httpClient.ts"
import { repliesIn } from "../../support/httpClient.ts"
import type { FuzzRequest } from "./hostileRequest.ts"

/** Whether the request's path is one of the operation's, whatever stands in its variable parts. */
const isOwnPath = ({ path }: Operation, written: string): boolean =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(written)

const plainAnswers: Readonly<Record<number, string>> = { 404: "Not Found\n", 405: "Method Not Allowed\n" }

/** What is wrong with the answer to a request that was HTTP. */
const complaintAbout = (
  document: ApiDocument,
  operation: Operation,
  { target }: FuzzRequest,
  reply: RawReply
): string | undefined => {
  const { headers, status } = reply
  const text = Buffer.from(reply.body, "latin1").toString("utf8")
  const contentType = headers["content-type"] ?? ""
  const [path = ""] = target.split("?")
  const own = isOwnPath(operation, path)
  if (plainAnswers[status] === text && contentType.startsWith("text/plain")) {
    return own ? `a plain ${status} on a path that is known` : undefined
  }
  if (!own) return `${status} on a path that is not known`
  return document.complaintAbout(operation, { status, headers, text })
}

/** The status of the answer to a request (0 when there was none), and what is wrong with it, if anything is. */
export const judge = (
  document: ApiDocument,
  operation: Operation,
  request: FuzzRequest,
  { text }: Exchange
): { readonly status: number; readonly complaint: string | undefined } => {
  const [reply] = repliesIn(text)
  if (reply === undefined) return { status: 0, complaint: request.intact ? "no answer" : undefined }
  const { body, status } = reply
  if (status >= 500) return { status, complaint: `${status}: ${body}` }
  // What the parser refuses never becomes a request of an endpoint's.
  if (!request.intact && status >= 400) return { status, complaint: undefined }
  return { status, complaint: complaintAbout(document, operation, request, reply) }
}
