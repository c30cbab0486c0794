import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import { startService } from "../support/serviceProcess.ts"
import { asking, check, decide } from "./fixture.ts"
import { until } from "../support/until.ts"

describe("a service that is told to stop", () => {
  it("gives a check that hangs its grace, and no more", { timeout: 60_000 }, async () => {
    await using stack = new AsyncDisposableStack()
    const engine = await startScriptedEngine()
    stack.defer(engine.close)
    await using service = await startService({
      environment: { ENGINE: "http", ENGINE_URL: engine.url, ENGINE_TIMEOUT_MS: "120000" }
    })
    await decide(service, service.keys.live, asking(engine.prompt()))
    const prompt = engine.prompt(() => undefined)
    const hanging = check(service, service.keys.live, asking(prompt)).then(
      ({ status }) => status,
      () => "cut off"
    )
    await until("the engine is asked", () => engine.asked(prompt).length > 0)
    const stopped = await Promise.race([service.stop(), delay(25_000, "still running", { ref: false })])
    assert.strictEqual(stopped, 0)
    assert.strictEqual(await hanging, 503)
  })
})
