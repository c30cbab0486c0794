import { once } from "node:events"
import { createServer } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { ask } from "../Bench.ts"
import type { Bench, Part } from "../Bench.ts"
import { cpuTime } from "../cpuTime.ts"
import { bodies } from "../prompts.ts"

const hooks = 5

/** Takes every call, and counts the deliveries. */
const startReceiver = async (port: number) => {
  const taken = new Set<string>()
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      taken.add(String(request.headers["x-service-delivery"]))
      response.writeHead(204).end()
    })
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { taken, close }
}

/** Publishes a policy that tells five urls of every decision that is tagged, and tags all that it sees. */
const publishPolicy = async (server: Bench["server"], port: number) => {
  const action = { type: "tag", tag: "seen" }
  const document = {
    version: 1,
    name: "Fan-out",
    checks: {
      minors_sexual: {
        enabled: true,
        act: 0.5,
        review: 0.3,
        on_act: { type: "block" },
        on_review: { type: "review" }
      },
      adult: { enabled: true, act: 0, review: 0, on_act: action, on_review: action }
    },
    adult: { max_level: 5 },
    youth_coded_adult: "block",
    webhooks: Array.from({ length: hooks }, (_, nth) => ({
      url: `http://127.0.0.1:${port}/hook/${nth}`,
      secret: "a secret of the bench",
      events: ["tag"]
    })),
    tags: { seen: {} }
  }
  const { json } = await ask(server, "/v1/policies", JSON.stringify({ policy: document }), 201)
  await ask(server, `/v1/policies/${json.id}/publish`, JSON.stringify({ version: 1 }))
  return String(json.id)
}

/** Decisions that five webhooks each are told of: from the first check until the last is delivered. */
export const webhooks: Part = async ({ newWorkspace, quick, receiverPort, server }) => {
  const receiver = await startReceiver(receiverPort)
  try {
    const { key } = await newWorkspace()
    const target = { ...server, key }
    const policy = await publishPolicy(target, receiverPort)
    const decisions = quick ? 200 : 2_000
    const expected = decisions * hooks
    const cpuBefore = await cpuTime(target.pid)
    const started = performance.now()
    for (let sent = 0; sent < decisions; sent += 50) {
      await Promise.all(
        bodies
          .slice(0, 50)
          .map((body) => ask(target, "/v1/check", JSON.stringify({ ...JSON.parse(body), policy })))
      )
    }
    while (receiver.taken.size < expected && performance.now() - started < 120_000) await delay(20)
    const seconds = (performance.now() - started) / 1_000
    const cpu = (await cpuTime(target.pid)) - cpuBefore
    if (receiver.taken.size < expected)
      throw new Error(`only ${receiver.taken.size} of ${expected} were delivered`)
    return {
      rows: [
        {
          what: "webhook deliveries",
          perSecond: expected / seconds,
          serverCpu: cpu / expected,
          note: `${decisions.toLocaleString("en")} decisions, ${hooks} webhooks each, checks included`
        }
      ],
      bars: []
    }
  } finally {
    receiver.close()
  }
}
