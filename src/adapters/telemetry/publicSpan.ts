import { SpanKind } from "@opentelemetry/api"
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base"

type Attributes = ReadableSpan["attributes"]

const always = ["effect.fiber.interrupted", "error.type"]

/**
 * Every attribute that may leave the process. Paths, queries, headers, statements and messages may hold a prompt, a
 * key or a secret, and so may what a library adds tomorrow.
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
  // Without the database's address and name: of a client that was given a url they are not the ones in use.
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

/** All that may be told of an exception: not its message, nor its stack, which begins with the message. */
const publicEventAttributes = new Set(["exception.type"])

/** A line of the log can become an event, too, and is its name then. */
const publicEvents = /^(exception|effect\.sql\.transaction\.\w+)$/

const only = (attributes: Attributes | undefined, allowed: ReadonlySet<string>): Attributes =>
  Object.fromEntries(Object.entries(attributes ?? {}).filter(([name]) => allowed.has(name)))

const sortOf = ({ attributes, kind }: ReadableSpan): Sort => {
  if (kind === SpanKind.SERVER) return "request"
  if (attributes["db.system.name"] !== undefined) return "statement"
  return kind === SpanKind.CLIENT ? "call" : "work"
}

const firstWord = (text: unknown): string => /^\W*(\w+)/.exec(String(text))?.[1] ?? ""

/** A request is named by its route, a statement by its first word, and all else by the code that made the span. */
const nameOf = ({ attributes, name }: ReadableSpan, sort: Sort): string => {
  const { "db.query.text": statement, "http.route": route } = attributes
  if (sort === "request") return [firstWord(name), ...(route === undefined ? [] : [String(route)])].join(" ")
  return sort === "statement" && statement !== undefined ? firstWord(statement).toUpperCase() : name
}

/** The span as it may be seen outside: where and when, how long, how it ended, and nothing of what was said. */
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
