import { Effect } from "effect"
import { createServer } from "node:http"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { text as readText } from "node:stream/consumers"
import { listen } from "../../../support/listen.ts"

interface RawRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One answer of a raw server. It may answer, misbehave, or never end. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/**
 * A real server on localhost that gives the answers in order, the last one for ever, and keeps what it was asked.
 * `sockets` counts the connections it ever accepted.
 */
export const rawServer = Effect.fnUntraced(function* (...answers: readonly [Answer, ...Array<Answer>]) {
  const requests: Array<RawRequest> = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    void readText(request).then(
      (body) => {
        const answer = answers[Math.min(requests.length, answers.length - 1)] ?? answers[0]
        const { headers, method = "", url = "" } = request
        requests.push({ method, url, headers, body })
        answer(response, request)
      },
      () => {}
    )
  })
  server.on("connection", (socket) => sockets.add(socket))
  server.keepAliveTimeout = 60_000

  const url = yield* Effect.acquireRelease(
    Effect.promise(async () => new URL(`http://127.0.0.1:${await listen(server)}`)),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return { url, requests, sockets }
})

/** A sound answer to a request for the adult check, as its JSON. */
export const soundAnswer = {
  engine_version: "raw-1",
  input_tokens: 9,
  checks: { adult: { version: 3, score: 0.25, review_score: 0.5, signals: [] } }
}

export const json =
  (body: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  }

export const text =
  (body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

export const sound: Answer = json(soundAnswer)

export const reset: Answer = (_, request) => {
  request.socket.resetAndDestroy()
}

export const hang: Answer = () => {}
