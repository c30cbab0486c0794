import { createServer } from "node:http"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { listen } from "./listen.ts"

export interface ReceivedCall {
  readonly at: number
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  /** The raw body. */
  readonly body: string
  readonly json: () => ReturnType<typeof JSON.parse>
}

/** Answers a call, or does not. `count` is 1 for the first call of this path. */
export type Script = (response: ServerResponse, count: number, call: ReceivedCall) => unknown

export interface WebhookReceiver {
  /** For WEBHOOK_ALLOWED_HOSTS. */
  readonly host: string
  /** A url of its own, answered by the script, or with a 204. */
  readonly hook: (script?: Script) => string
  /** What came to a url so far, oldest first. */
  readonly calls: (url: string) => ReadonlyArray<ReceivedCall>
  /** Waits until so many came, and returns them. */
  readonly received: (url: string, count?: number) => Promise<ReadonlyArray<ReceivedCall>>
  readonly close: () => Promise<void>
}

/** Milliseconds on a busy machine. */
const patience = 20_000

export const answer = (status: number, body = "") =>
  ((response) => {
    response.writeHead(status).end(body)
  }) satisfies Script

const read = async (request: IncomingMessage): Promise<ReceivedCall> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  const body = Buffer.concat(chunks).toString("utf8")
  const { headers, method } = request
  return { at: performance.now(), method, headers, body, json: () => JSON.parse(body) }
}

/** A customer's server on this machine. */
export const startReceiver = async (): Promise<WebhookReceiver> => {
  const scripts = new Map<string, Script>()
  const calls = new Map<string, Array<ReceivedCall>>()
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?")
    void read(request).then(
      (call) => {
        const earlier = calls.get(path) ?? []
        calls.set(path, [...earlier, call])
        return (scripts.get(path) ?? answer(404))(response, earlier.length + 1, call)
      },
      () => response.destroy()
    )
  })
  const host = `127.0.0.1:${await listen(server)}`
  const callsTo = (url: string) => calls.get(new URL(url).pathname) ?? []

  return {
    host,
    hook: (script = answer(204)) => {
      const path = `/hook/${scripts.size + 1}`
      scripts.set(path, script)
      return `http://${host}${path}`
    },
    calls: callsTo,
    received: async (url, count = 1) => {
      const until = performance.now() + patience
      while (callsTo(url).length < count) {
        if (performance.now() > until) {
          throw new Error(`${callsTo(url).length} of ${count} calls came to ${url}`)
        }
        await delay(5)
      }
      return callsTo(url)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
