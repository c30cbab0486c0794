import { createServer } from "node:http"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { listen } from "../../support/listen.ts"

/** Answers, given all that was asked: the headers and the body. */
type Answer = (response: ServerResponse, asked: string) => void

/** An engine on localhost that answers as it is told to, one answer after the other and the last for ever. */
export const startEngine = async (...answers: ReadonlyArray<Answer>) => {
  const requests: Array<IncomingHttpHeaders> = []
  const server = createServer((request, response) => {
    // Whoever asks how the engine is, asks for no prompt's sake.
    if (request.method === "GET") {
      response.writeHead(404).end()
      return
    }
    const chunks: Array<Uint8Array> = []
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
    request.on("end", () => {
      const answer = answers[Math.min(requests.length, answers.length - 1)]
      requests.push(request.headers)
      answer?.(response, JSON.stringify(request.headers) + Buffer.concat(chunks).toString("utf8"))
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
