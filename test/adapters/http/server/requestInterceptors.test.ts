import { assert, describe, it } from "@effect/vitest"
import { createServer, IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import { offerRequests } from "../../../../src/adapters/http/server/requestInterceptors.ts"

/** A server that is sent requests without a connection, and what happened to them. */
const watched = (takes: (url: string) => boolean) => {
  const happened: Array<string> = []
  const server = createServer((request) => happened.push(`framework ${request.url}`))
  offerRequests(
    server,
    [(request) => happened.push(`observed ${request.url}`)],
    [
      ({ url = "" }) => {
        happened.push(`offered ${url}`)
        return takes(url)
      }
    ]
  )
  const arrive = (url: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { url })
    server.emit("request", request, new ServerResponse(request))
    return request
  }
  return { arrive, happened }
}

describe("requests that arrive in one turn", () => {
  it("are observed at once, and offered together when all of them are there", async () => {
    const { arrive, happened } = watched((url) => url === "/b")
    for (const url of ["/a", "/b"]) arrive(url)
    assert.deepStrictEqual(happened, ["observed /a", "observed /b"])
    await nextTurn()
    assert.deepStrictEqual(happened.slice(2), ["offered /a", "framework /a", "offered /b"])
    arrive("/c")
    await nextTurn()
    assert.deepStrictEqual(happened.slice(5), ["observed /c", "offered /c", "framework /c"])
  })

  it("are offered to nobody once their client has gone", async () => {
    const { arrive, happened } = watched(() => false)
    arrive("/gone").destroy()
    arrive("/here")
    await nextTurn()
    assert.deepStrictEqual(happened.slice(2), ["offered /here", "framework /here"])
  })
})
