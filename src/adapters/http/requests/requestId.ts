/** What a client may call its request: nothing that would end a URN or have to be escaped in a log. */
const acceptable = /^[\w.~:@/+=-]{1,128}$/

/** A key that was sent in the wrong header must not get into the log by that. */
const holdsKey = /svc_(?:live|test)_/

/** The id that a client gave its request; undefined when it gave none that can be used. */
export const givenRequestId = (header: string | undefined): string | undefined =>
  header !== undefined && acceptable.test(header) && !holdsKey.test(header) ? header : undefined

/** Makes ids that are unique over all processes, at the cost of a counter. */
export const makeRequestIds = (): (() => string) => {
  const process = crypto.randomUUID().slice(0, 8)
  let requests = 0
  return () => {
    requests += 1
    return `req_${process}${requests.toString(36)}`
  }
}

/** The `instance` of a problem (RFC 7807): the request that it is about. */
export const instanceOf = (requestId: string): string => `urn:prescreen:request:${requestId}`
