import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { listen } from "../support/listen.ts"
import { openBaseline } from "./baseline.ts"

/**
 * What the service is measured against: `node:http` and `pg` with nothing between them. It knows a key by its
 * hash, looks at the body as little as it can get away with, and inserts one row per request.
 */
const { announce, callerOf, decide } = await openBaseline()

const send = (response: ServerResponse, status: number, content: object) => {
  const body = JSON.stringify(content)
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
}

const parse = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answer = async (request: IncomingMessage, response: ServerResponse, text: string) => {
  const caller = callerOf(request.headers.authorization)
  if (caller === undefined) return send(response, 401, {})
  const body = parse(text)
  if (typeof body?.input?.prompt !== "string") return send(response, 400, {})
  return send(response, 200, await decide(caller, body))
}

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    answer(request, response, Buffer.concat(chunks).toString()).catch(() => send(response, 500, {}))
  })
})

announce(await listen(server))
