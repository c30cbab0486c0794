/** The ids that a client may choose: without characters that would end a URN or need escaping in a log. */
const acceptable = /^[\w.~:@/+=-]{1,128}$/

/** Keeps an API key that was sent in the wrong header out of the log. */
const holdsKey = /svc_(?:live|test)_/

/** The id that a client gave its request; undefined if it gave none that can be used. */
export const givenRequestId = (header: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof header === "string" && acceptable.test(header) && !holdsKey.test(header) ? header : undefined

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
