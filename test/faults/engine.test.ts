import { assert, describe, it } from "@effect/vitest"
import { randomInt } from "node:crypto"
import { createServer } from "node:http"
import type { ServerResponse } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { openStorage } from "../e2e/Storage.ts"
import { answerTo, sendJson } from "../fakes/ScriptedEngineServer.ts"
import { listen } from "../support/listen.ts"
import { startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { assertWhole, checkMeanwhile, describeLedger, sendKeyless } from "./acknowledged.ts"
import { isWhole, patience, report } from "./scale.ts"

type Misbehaviour = (response: ServerResponse, answer: object) => unknown

const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  slow: async (response, answer) => {
    await delay(randomInt(50, 400))
    if (!response.destroyed) sendJson(response, answer)
  },
  hung: () => undefined,
  garbage: (response) => response.writeHead(200, { "content-type": "application/json" }).end("{\u0000"),
  huge: (response, answer) => sendJson(response, { ...answer, padding: "x".repeat(2 ** 21) }),
  resetting: (response) => response.socket?.resetAndDestroy(),
  failing: (response, answer) => sendJson(response, answer, 500)
}

/** An engine that behaves as it is told to, a share of the time. */
const startMoodyEngine = async () => {
  const mood: { misbehave: Misbehaviour | undefined; share: number } = { misbehave: undefined, share: 1 }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8")
      const answer = text === "" ? { ok: true, engine_version: "1" } : answerTo(JSON.parse(text))
      if (mood.misbehave === undefined || randomInt(100) >= 100 * mood.share) sendJson(response, answer)
      else void mood.misbehave(response, answer)
    })
  })
  const port = await listen(server)
  return {
    mood,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Milliseconds of each fault. Shorter ones come between sound answers, so that the circuit stays closed. */
const { duration, share } = isWhole ? { duration: 10_000, share: 1 } : { duration: 500, share: 0.4 }

describe("an engine at fault under load", () => {
  it(
    "makes checks a 503, decides nothing wrongly or twice, and is found again",
    { timeout: patience },
    async () => {
      await using engine = await startMoodyEngine()
      await using service = await startService({
        environment: { ENGINE: "http", ENGINE_URL: engine.url, ENGINE_TIMEOUT_MS: "300" }
      })
      const storage = openStorage(service)
      const { live } = await storage.createWorkspace({ limits: { rateLimitPerMinute: 1_000_000 } })
      await storage.close()
      const ledger = await checkMeanwhile(service, live, async (target, ledger) => {
        for (const [name, misbehave] of Object.entries(misbehaviours)) {
          const lost = ledger.lost
          Object.assign(engine.mood, { misbehave, share })
          await delay(duration)
          engine.mood.misbehave = undefined
          const over = performance.now()
          await until("checks are answered again", () => sendKeyless(target, ledger, "two foxes"))
          const seconds = (performance.now() - over) / 1_000
          report(
            `engine ${name}: ${ledger.lost - lost} checks refused, answered again after ${seconds.toFixed(1)} s`
          )
        }
      })
      report(`engine at fault: ${describeLedger(ledger)}`)
      assert.isAbove(ledger.lost, 0)
      await assertWhole(service.data.environment["DATABASE_URL"] ?? "", ledger)
      assert.notInclude(service.stderr(), "mistake of ours")
    }
  )
})
