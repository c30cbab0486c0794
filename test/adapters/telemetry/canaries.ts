import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { request as httpRequest } from "node:http"
import type { OutgoingHttpHeaders } from "node:http"
import { connect } from "node:net"

/** Words that occur nowhere else, by the place that they were sent in. */
export const makeCanaries = () => {
  const made = new Map<string, string>()
  return {
    in: (place: string): string => {
      const word = made.get(place) ?? `canary${randomBytes(9).toString("hex")}`
      made.set(place, word)
      return word
    },
    /** The places whose words the text holds. */
    foundIn: (text: string): ReadonlyArray<string> =>
      [...made].filter(([, word]) => text.includes(word)).map(([place]) => place)
  }
}

type Canaries = ReturnType<typeof makeCanaries>

export interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

/** Sends a request, with headers that `fetch` would not send, and returns how it was answered. */
export const send = (url: string, { body, headers = {}, method = "POST", path = "/v1/check" }: Sent) =>
  new Promise<{ readonly status: number; readonly headers: Headers }>((resolve, reject) => {
    const outgoing = httpRequest(`${url}${path}`, { method, headers, agent: false }, (response) => {
      response.resume().on("end", () => {
        const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({ status: response.statusCode ?? 0, headers: new Headers(Object.fromEntries(answered)) })
      })
    })
    outgoing.on("error", reject).end(body)
  })

/** A check with a canary in each place that a caller fills. */
export const fullCheck = (key: string, canaries: Canaries): Sent => ({
  headers: {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": canaries.in("Idempotency-Key"),
    "user-agent": canaries.in("User-Agent"),
    cookie: `session=${canaries.in("Cookie")}`,
    baggage: `user=${canaries.in("baggage")}`,
    tracestate: `vendor=${canaries.in("tracestate")}`,
    "x-forwarded-for": canaries.in("X-Forwarded-For")
  },
  body: JSON.stringify({
    input: {
      prompt: `a fox \u0000 \ud800 ${canaries.in("prompt")}`,
      negative_prompt: canaries.in("negative_prompt"),
      context: [canaries.in("context")]
    },
    user: canaries.in("user"),
    metadata: { [canaries.in("metadata name")]: canaries.in("metadata value") }
  })
})

/** Requests that are refused, each with a canary where it is wrong, and the status of the answer. */
export const refusedChecks = (key: string, canaries: Canaries): ReadonlyArray<readonly [number, Sent]> => {
  const good = fullCheck(key, canaries)
  const withHeader = (name: string, value: string): Sent => ({
    ...good,
    headers: { ...good.headers, [name]: value }
  })
  const withBody = (body: string): Sent => ({
    ...good,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body
  })
  const input = { prompt: canaries.in("prompt") }
  return [
    [422, { ...good, body: JSON.stringify({ input }) }],
    [400, withBody(JSON.stringify({ input, [canaries.in("unknown field")]: canaries.in("unknown value") }))],
    [400, withBody(JSON.stringify({ input: { prompt: { text: canaries.in("prompt of another type") } } }))],
    [400, withBody(`{"input": {"prompt": "${canaries.in("malformed JSON")}"`)],
    [404, withBody(JSON.stringify({ input, policy: canaries.in("policy") }))],
    [413, withBody(JSON.stringify({ input: { prompt: canaries.in("huge prompt").repeat(100_000) } }))],
    [400, withHeader("x-service-dry-run", canaries.in("X-Service-Dry-Run"))],
    [415, withHeader("content-type", `text/${canaries.in("Content-Type")}`)],
    [401, withHeader("authorization", `Bearer ${canaries.in("malformed key")}`)],
    [401, withHeader("authorization", `Basic ${canaries.in("another scheme")}`)],
    [401, withHeader("authorization", `Bearer ${canaries.in("key of the right length").padEnd(52, "x")}`)],
    [400, { ...good, path: `/v1/check?api_key=${key}&q=${canaries.in("query")}` }],
    [405, { ...good, method: "PUT", path: `/v1/check?q=${canaries.in("query")}` }],
    [404, { ...good, path: `/v1/${canaries.in("path")}/${key}?q=${canaries.in("query")}` }],
    [404, { ...good, method: "GET", path: `/${canaries.in("path")}` }]
  ]
}

/** Bytes that are no HTTP request. Returns once the connection is closed. */
export const sendGarbage = async (port: number, text: string) => {
  const socket = connect(port, "127.0.0.1")
  socket.resume().end(`${text} / HTTP/9.9\r\n${text}\r\n\r\n`)
  await once(socket, "close")
}
