import type { IncomingMessage } from "node:http"

type Request = Readonly<Pick<IncomingMessage, "headers" | "httpVersion" | "rawHeaders">>

/**
 * What is wrong with a request's `Host`; undefined if nothing is. HTTP/1.1 requires one, and no request may have two
 * (RFC 9112, 3.2), because a proxy might go by the other. Node by itself takes the first of several, and answers a
 * request without one with an empty body.
 */
export const hostIssue = ({ headers, httpVersion, rawHeaders }: Request): string | undefined => {
  if (headers.host === undefined) return httpVersion === "1.1" ? "header Host: is required" : undefined
  let hosts = 0
  // `rawHeaders` holds names and values in turn.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1
  }
  return hosts > 1 ? "header Host: must be sent once" : undefined
}
