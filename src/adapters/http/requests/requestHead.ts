import type { IncomingMessage } from "node:http"

type Request = Readonly<Pick<IncomingMessage, "headers" | "httpVersion" | "rawHeaders">>

/** A name or an address, and perhaps a port (RFC 9110, 7.2). Empty where the target has none. */
const hostValue = /^(?:\[[\da-fv:.]+(?:%[\w~.%-]+)?\]|[\w~!$&'()*+,;=%.-]*)(?::\d*)?$/i

/** The headers that say whom a request is for, who sends it and what it holds. */
const singleHeaders = ["Host", "Authorization", "Content-Type"]

const isRepeated = (rawHeaders: ReadonlyArray<string>, header: string): boolean => {
  let times = 0
  // `rawHeaders` holds names and values in turn.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === header.length && name.toLowerCase() === header.toLowerCase()) times += 1
  }
  return times > 1
}

const transferCodingIssue = ({ headers, httpVersion }: Request): string | undefined => {
  const coding = headers["transfer-encoding"]
  if (coding === undefined) return undefined
  if (httpVersion === "1.0") return "header Transfer-Encoding: is not part of HTTP/1.0"
  return coding.toLowerCase() === "chunked" ? undefined : "header Transfer-Encoding: must be chunked"
}

/**
 * What is wrong with the head of a request that Node's parser accepts; undefined if nothing is. Node takes the first of
 * several headers, and bodies in codings that it does not know or that its version of HTTP does not have. A proxy might
 * go by the other header, or see the end of the body elsewhere (RFC 9112, 3.2 and 6.1).
 */
export const headIssue = (request: Request): string | undefined => {
  const { headers, httpVersion, rawHeaders } = request
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "request: must be HTTP/1.1 or HTTP/1.0"
  if (headers.host === undefined && httpVersion === "1.1") return "header Host: is required"
  const repeated = singleHeaders.find((header) => isRepeated(rawHeaders, header))
  if (repeated !== undefined) return `header ${repeated}: must be sent once`
  if (!hostValue.test(headers.host ?? "")) return "header Host: must be a host, with or without a port"
  return transferCodingIssue(request)
}
