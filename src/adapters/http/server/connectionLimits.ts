import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { RequestObserver } from "./requestInterceptors.ts"

/**
 * How many requests of one connection may be unanswered. Nearly all clients wait for each answer. One that does not
 * could otherwise send tens of thousands of requests in a moment, for which all others would have to wait.
 */
export const mostUnanswered = 100

/** How long a client has to read an answer before its connection ends, in milliseconds. */
const timeToRead = 1_000

/** Reads no more, and ends the connection once the client has had the time to read what was sent. */
const endAfterAnswer = (socket: Socket): void => {
  socket.pause()
  socket.end()
  socket.setTimeout(timeToRead, () => socket.destroy())
}

/** The length of a chunked body is unknown, and each of its chunks costs as much as a hundred bytes. */
const isChunkedOnItsWay = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && headers["transfer-encoding"] !== undefined

/**
 * Makes the observer that ends connections whose clients ask for more than they wait for: those with too many
 * unanswered requests at once, and those that are answered while they are sending a chunked body, of which Node would
 * read the rest.
 */
export const makeConnectionLimits = (): RequestObserver => {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, more: number): number => {
    const sum = (unanswered.get(socket) ?? 0) + more
    unanswered.set(socket, sum)
    return sum
  }
  return (request, response) => {
    const { socket } = request
    response.once("close", () => add(socket, -1))
    response.once("finish", () => {
      if (isChunkedOnItsWay(request)) endAfterAnswer(socket)
    })
    if (add(socket, 1) > mostUnanswered) socket.destroy()
  }
}
