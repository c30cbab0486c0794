import { keyStart } from "../../../domain/tenancy/apiKey.ts"

/** The ids that a client may choose: without characters that would end a URN or need escaping in a log. */
const acceptable = /^[\w.~:@/+=-]{1,128}$/

/**
 * The id that a client gave its request; undefined if it gave none that can be used. An API key that was sent in the
 * wrong header stays out of the log.
 */
export const givenRequestId = (header: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof header === "string" && acceptable.test(header) && !keyStart.test(header) ? header : undefined

/** Makes ids that are unique across all processes, as cheaply as counting. */
export const makeRequestIds = (): (() => string) => {
  const process = crypto.randomUUID().slice(0, 8)
  let requests = 0
  return () => {
    requests += 1
    return `req_${process}${requests.toString(36)}`
  }
}

/** The `instance` of a problem (RFC 9457): the request that it is about. */
export const instanceOf = (requestId: string): string => `urn:prescreen:request:${requestId}`
