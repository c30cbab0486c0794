import { assert, describe, it } from "@effect/vitest"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer as createHttpsServer } from "node:https"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll } from "vitest"
import { certificate } from "../support/certificate.ts"
import { listen } from "../support/listen.ts"
import { percentile } from "../support/percentile.ts"
import { startService } from "../support/serviceProcess.ts"
import { eventually, until } from "../support/until.ts"
import { answer, startReceiver } from "../support/webhookReceiver.ts"
import { asking, decide, setUp } from "./fixture.ts"
import { api, policyFor, secret } from "./webhooks.ts"

const receiver = await startReceiver()

/** Where a proxy would be. */
const proxied: Array<string> = []
const proxy = createServer((socket) => {
  proxied.push(String(socket.remotePort))
  socket.destroy()
})
const secure = createHttpsServer(certificate, (_, response) => answer(204)(response))
const proxyPort = await listen(proxy)
const securePort = await listen(secure, "localhost")

const directory = await mkdtemp(join(tmpdir(), "prescreen-certificate-"))
const certificateFile = join(directory, "certificate.pem")
await writeFile(certificateFile, certificate.cert)

afterAll(async () => {
  await receiver.close()
  proxy.close()
  secure.closeAllConnections()
  secure.close()
  await rm(directory, { recursive: true, force: true })
})

const environment = {
  WEBHOOK_ALLOWED_HOSTS: [receiver.host, `localhost:${securePort}`, `127.0.0.1:${securePort}`].join(","),
  WEBHOOK_RETRY_DELAYS: "0s,1m",
  WEBHOOK_TIMEOUT: "3s",
  LOG_LEVEL: "trace",
  NODE_EXTRA_CA_CERTS: certificateFile,
  NODE_USE_ENV_PROXY: "1",
  HTTP_PROXY: `http://127.0.0.1:${proxyPort}`,
  HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
  http_proxy: `http://127.0.0.1:${proxyPort}`,
  https_proxy: `http://127.0.0.1:${proxyPort}`
}

const fixture = setUp({ ...environment, NO_PROXY: "" })

// Whichever tests have run, and whatever became of them: what is printed holds no secret, no signature and no body.
afterAll(() => {
  const { service } = fixture
  const printed = service.stdout() + service.stderr()
  assert.isNotEmpty(printed)
  for (const text of [secret, Buffer.from(secret).toString("base64"), "webhook-signature", '"tenantId"']) {
    assert.notInclude(printed, text)
  }
})

const waitingOf = async (key: string, query = "") =>
  (await api(fixture.service, key, `/v1/deliveries${query}`)).body.data

describe("a receiver that hangs", () => {
  it("delays no one else's deliveries, nor those of the same workspace to another url", async () => {
    const { service, storage } = fixture
    const hanging = [receiver.hook(() => undefined), receiver.hook(() => undefined)]
    const [answering, neighbour] = [receiver.hook(), receiver.hook()]
    const dead = await storage.createWorkspace({
      policy: policyFor(...[...hanging, neighbour].map((url) => [url, ["allow"]] as const))
    })
    const alive = await storage.createWorkspace({ policy: policyFor([answering, ["allow"]]) })
    // More than the hanging ones could ever be given at once.
    await Promise.all(Array.from({ length: 150 }, () => decide(service, dead.live, asking("two foxes"))))

    const decided: Array<number> = []
    for (let round = 0; round < 40; round += 1) {
      decided.push(performance.now())
      await decide(service, alive.live, asking("two foxes"))
      await delay(20)
    }
    const calls = await receiver.received(answering, 40)
    const delays = calls.map(({ at }, index) => at - (decided[index] ?? 0))
    assert.isBelow(
      percentile(
        delays.toSorted((a, b) => a - b),
        0.99
      ),
      2_000
    )
    await receiver.received(neighbour, 150)
    assert.isAbove(receiver.calls(hanging[0] ?? "").length, 0)
  })
})

describe("a receiver behind TLS", () => {
  it("is called when its certificate is for its name, and not else; and never by way of a proxy", async () => {
    const { service, storage } = fixture
    const urls = [`https://localhost:${securePort}/`, `https://127.0.0.1:${securePort}/`] as const
    const plain = receiver.hook()
    const { live } = await storage.createWorkspace({
      policy: policyFor([urls[0], ["allow"]], [urls[1], ["allow"]], [plain, ["allow"]])
    })
    await decide(service, live, asking("two foxes"))
    const items = await eventually("each is attempted", async () => {
      const found = await waitingOf(live)
      return found.every(({ attempt_count }: { attempt_count: number }) => attempt_count > 0)
        ? found
        : undefined
    })
    const statusOf = (url: string) => items.find((item: { url: string }) => item.url === url).status
    assert.deepStrictEqual([urls[0], urls[1], plain].map(statusOf), ["delivered", "waiting", "delivered"])
    const [waiting] = await waitingOf(live, "?status=waiting")
    const { attempts } = (await api(service, live, `/v1/deliveries/${waiting.id}`)).body
    assert.deepInclude(attempts[0], { status_code: null, fault: "tls_failed" })
    assert.isAbove(Date.parse(waiting.next_attempt_at) - Date.parse(attempts[0].at), 55_000)
    assert.deepStrictEqual(proxied, [])
  })
})

describe("an address that is not allowed", () => {
  it("is not called, whatever the policy says", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace({
      policy: policyFor(
        [`http://127.0.0.1:${proxyPort}/`, ["allow"]],
        [`https://127.0.0.1:${proxyPort}/`, ["allow"]],
        [`http://localhost:${new URL(`http://${receiver.host}`).port}/`, ["allow"]]
      )
    })
    await decide(service, live, asking("two foxes"))
    const items = await eventually("each has failed once", async () => {
      const found = await waitingOf(live, "?status=waiting")
      return found.length === 3 ? found : undefined
    })
    for (const { id } of items) {
      const { attempts } = (await api(service, live, `/v1/deliveries/${id}`)).body
      assert.deepInclude(attempts[0], { status_code: null, fault: "address_refused" })
    }
    assert.deepStrictEqual(proxied, [])
  })
})

describe("two processes", () => {
  it("share the work, doubling none of it", async () => {
    const { engine, service, storage } = fixture
    await using other = await startService({
      dataOf: service,
      environment: { ...environment, ENGINE: "http", ENGINE_URL: engine.url }
    })
    const url = receiver.hook(async (response) => {
      await delay(20)
      response.writeHead(204).end()
    })
    const { live } = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
    const rounds = Array.from({ length: 100 })
    await Promise.all(
      rounds.flatMap(() => [
        decide(service, live, asking("two foxes")),
        decide(other, live, asking("two foxes"))
      ])
    )
    await until("all are delivered", async () => {
      const [row] = await storage.rows(
        `SELECT count(*)::int AS delivered FROM webhook_deliveries WHERE url = $1 AND status = 'delivered'`,
        [url]
      )
      return row.delivered === 200
    })
    const ids = receiver.calls(url).map(({ headers }) => headers["x-service-delivery"])
    assert.lengthOf(ids, 200)
    assert.lengthOf(new Set(ids), 200)
  })
})

describe("a process that is told to stop", () => {
  it("lets the attempt under way end, and records it", async () => {
    const { engine, service, storage } = fixture
    await using stopping = await startService({
      dataOf: service,
      environment: { ...environment, ENGINE: "http", ENGINE_URL: engine.url }
    })
    const url = receiver.hook(async (response) => {
      await delay(1_500)
      response.writeHead(204).end()
    })
    const { live } = await storage.createWorkspace({ policy: policyFor([url, ["allow"]]) })
    for (let count = 0; count < 10; count += 1) await decide(stopping, live, asking("two foxes"))
    await receiver.received(url, 1)
    assert.strictEqual(await stopping.stop(), 0)
    await until("all are delivered", async () => (await waitingOf(live, "?status=delivered")).length === 10)
    assert.lengthOf(receiver.calls(url), 10)
  })
})
