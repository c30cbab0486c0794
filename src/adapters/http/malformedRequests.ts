import { ServerResponse } from "node:http"
import type { Server } from "node:http"
import { problemBody } from "./problems.ts"

const reasons: Readonly<Record<string, readonly [status: string, issue: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "header: all headers together are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "body: did not arrive in time"]
}

/** Answers what Node's parser refuses before there is a request, in the form of every other problem. */
export const answerMalformedRequests = (server: Server, serviceUrl: string): void => {
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, issue] = reasons[error.code ?? ""] ?? ["400 Bad Request", "request: is not valid HTTP"]
    const body = JSON.stringify(problemBody(serviceUrl, "invalid_request", { issues: [issue] }))
    socket.end(
      [
        `HTTP/1.1 ${status}`,
        "Connection: close",
        "Content-Type: application/problem+json",
        `Content-Length: ${Buffer.byteLength(body)}`,
        "",
        body
      ].join("\r\n")
    )
  })

  // Node would answer these two itself, with an empty body or by closing the connection.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("connect", (request, socket) => {
    const response = new ServerResponse(request)
    response.assignSocket(socket as never)
    response.writeHead(405, { allow: "GET, HEAD, POST", "content-type": "text/plain", connection: "close" })
    response.end("Method Not Allowed\n", () => socket.destroy())
  })
}
