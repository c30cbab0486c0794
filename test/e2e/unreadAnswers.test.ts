import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import { until } from "../support/until.ts"
import { call } from "./call.ts"
import { jsonHeaders, setUp } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"

const fixture = setUp()

/** Asks for a path over a connection of which nothing is read once the answer begins. */
const askAndReadNothing = async (path: string, key: string) => {
  const socket = connect({ port: fixture.service.port, host: "127.0.0.1" })
  socket.on("error", () => undefined).pause()
  await once(socket, "connect")
  const headers = Object.entries({ Host: "x", ...jsonHeaders(key) }).map(
    ([name, value]) => `${name}: ${value}`
  )
  socket.write([`GET ${path} HTTP/1.1`, ...headers, "\r\n"].join("\r\n"))
  await once(socket, "readable")
  return socket
}

describe("large answers that nobody reads", () => {
  it("are made no more for their tenant, until they are given up", async () => {
    const { service, storage } = fixture
    const limits = { rateLimitPerMinute: 10_000 }
    const busy = await storage.createWorkspace({ limits })
    const other = await storage.createWorkspace({})
    // 14 MB of keys.
    await storage.rows(
      `INSERT INTO api_keys (tenant_id, id, hash, prefix, mode, label)
       SELECT $1::uuid, uuidv7(), sha256(convert_to($1::text || number, 'UTF8')), 'svc_test_aaaaaaa', 'test', repeat('x', 120)
       FROM generate_series(1, 50000) AS numbers(number)`,
      [uuidOf(busy.tenantId)]
    )
    const status = async (key: string) => (await call(service, key, "GET", "/v1/keys")).status
    assert.strictEqual(await status(busy.live), 200)
    const sockets = []
    for (let asked = 0; asked < 6; asked++) sockets.push(await askAndReadNothing("/v1/keys", busy.live))
    assert.strictEqual(await status(busy.live), 503)
    assert.strictEqual((await call(service, busy.live, "GET", "/v1/plan")).status, 200)
    assert.strictEqual(await status(other.live), 200)
    for (const socket of sockets) socket.destroy()
    await until("what nobody waits for has gone", async () => (await status(busy.live)) === 200)
  }, 120_000)
})
