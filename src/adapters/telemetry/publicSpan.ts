import { SpanKind } from "@opentelemetry/api"
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base"

type Attributes = ReadableSpan["attributes"]

const always = ["effect.fiber.interrupted", "error.type"]

/**
 * Every attribute that may leave the process. Paths, queries, headers, statements and messages may contain a prompt, a
 * key or a secret, and so may any attribute that a library adds in future.
 */
const publicAttributes = {
  request: new Set([
    ...always,
    "client.address",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "prescreen.request_id"
  ]),
  // Not the database's address and name: if the client was given a URL, they are not the ones in use.
  statement: new Set([...always, "db.system.name"]),
  call: new Set([
    ...always,
    "http.request.method",
    "http.response.status_code",
    "server.address",
    "server.port"
  ]),
  work: new Set([
    ...always,
    "prescreen.webhook.attempt",
    "prescreen.webhook.event",
    "prescreen.webhook.outcome"
  ])
}

type Sort = keyof typeof publicAttributes

/** What may be told of an exception: neither its message nor its stack, which begins with the message. */
const publicEventAttributes = new Set(["exception.type"])

/** The events that may leave the process. A line of the log can become an event too, and is then the event's name. */
const publicEvents = /^(exception|effect\.sql\.transaction\.\w+)$/

const only = (attributes: Attributes | undefined, allowed: ReadonlySet<string>): Attributes =>
  Object.fromEntries(Object.entries(attributes ?? {}).filter(([name]) => allowed.has(name)))

const sortOf = ({ attributes, kind }: ReadableSpan): Sort => {
  if (kind === SpanKind.SERVER) return "request"
  if (attributes["db.system.name"] !== undefined) return "statement"
  return kind === SpanKind.CLIENT ? "call" : "work"
}

const firstWord = (text: unknown): string => /^\W*(\w+)/.exec(String(text))?.[1] ?? ""

/**
 * A request is named by its method and route, a statement by its first word, and anything else by the code that made
 * the span.
 */
const nameOf = ({ attributes, name }: ReadableSpan, sort: Sort): string => {
  const { "db.query.text": statement, "http.route": route } = attributes
  if (sort === "request") return [firstWord(name), ...(route === undefined ? [] : [String(route)])].join(" ")
  return sort === "statement" && statement !== undefined ? firstWord(statement).toUpperCase() : name
}

/** The span as it may leave the process: where, when, how long and how it ended, without what was said. */
export const toPublicSpan = (span: ReadableSpan): ReadableSpan => {
  const sort = sortOf(span)
  return {
    name: nameOf(span, sort),
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext === undefined ? {} : { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: only(span.attributes, publicAttributes[sort]),
    links: span.links.map(({ context }) => ({ context })),
    events: span.events
      .filter(({ name }) => publicEvents.test(name))
      .map(({ attributes, name, time }) => ({
        name,
        time,
        attributes: only(attributes, publicEventAttributes)
      })),
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount
  }
}
