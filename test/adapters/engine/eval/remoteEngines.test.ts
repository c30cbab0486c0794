import { assert, describe, it } from "@effect/vitest"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { checkIds } from "../../../../src/domain/policy/CheckId.ts"
import { oldOllama, startModelServer, unconstrained, vllm } from "../../../fakes/ModelServer.ts"
import type { ModelServer } from "../../../fakes/ModelServer.ts"
import { startScriptedEngine } from "../../../fakes/ScriptedEngineServer.ts"
import { inFolder, run, writeSet } from "./runCommand.ts"

let model: ModelServer

const on = (server: { readonly url: string }, ENGINE = "cascade", more: Record<string, string> = {}) => ({
  ENGINE,
  ENGINE_URL: server.url,
  ENGINE_MODEL: "test-model",
  ...more
})

const adult = (text: string, adult: boolean) => ({ text, labels: { adult } })

const naked = adult("nude photo of a naked woman", true)
const chair = adult("a wooden chair", false)
const statue = adult("a sexy dress in a shop window", false)
const ill = adult("a lighthouse at night", false)
const rows = [naked, chair, statue, ill]

beforeAll(async () => {
  model = await startModelServer({ kind: vllm })
  model.onPrompt(statue.text, { a1: 0.6 })
  model.onPrompt(naked.text, { a1: 0.9, a2: 0.9, a3: 0.9 })
  model.onPrompt(ill.text, (response) => response.writeHead(500).end())
})

afterAll(() => model.close())

const promptsAsked = () =>
  model.asked.filter(({ body }) => rows.some(({ text }) => body.messages.at(-1)?.content.includes(text)))

const secretive = (text: string) => {
  for (const row of rows) assert.notInclude(text, row.text)
}

describe("engine:eval --cascade", () => {
  it("tells what the cascade saves and changes, goes on from kept answers, and compares with an earlier report", () =>
    inFolder(async (folder) => {
      await writeSet(folder, "mine", rows)
      const [answers, report] = [join(folder, "answers"), join(folder, "report.json")]
      const options = ["--data", folder, "--cascade", "--preset", "chat-assistant", "--answers", answers]
      const first = await run([...options, "--samples", "20", "--out", report], on(model))

      assert.isFalse(first.failed, first.output)
      for (const line of [
        "mine: 3 rows compared",
        "1 left out, the engine answered with status 500",
        /answered by the built-in alone +2 of 3, 66\.7 %/,
        /the model was asked about +1\n/,
        /tokens of the model alone +1,836 in, 132 out/,
        /tokens of the cascade +612 in, 44 out/,
        /saved +1,224 in \(66\.7 %\), 88 out \(66\.7 %\)/,
        /cascade against model alone +0 milder, 0 stricter/,
        /adult: 3, 1 positive +built-in alone +model alone +cascade/,
        /\n \* +0\.05 +0\.9 +1 +66\.7 %/
      ]) {
        assert.match(first.output, line instanceof RegExp ? line : new RegExp(line))
      }
      const written = JSON.parse(await readFile(report, "utf8"))
      assert.include(written, { format: 1, kind: "cascade", preset: "chat-assistant" })
      secretive(first.output + JSON.stringify(written) + (await readFile(answers, "utf8")))

      const before = promptsAsked().length
      model.onPrompt(ill.text, {})
      written.sets[0].spent.cascade.calls = 3
      await writeFile(report, JSON.stringify(written))
      const lines = { ENGINE_CASCADE_LOW: "0.3", ENGINE_CASCADE_HIGH: "0.95" }
      const second = await run([...options, "--samples", "0", "--compare", report], on(model, "llm", lines))
      // Nothing but the row that was at fault is asked about.
      assert.strictEqual(promptsAsked().length, before + 1)
      assert.include(second.output, "mine: 4 rows compared")
      assert.include(second.output, "Compared with builtin-")
      assert.include(second.output, "(was 3)")
      assert.include(second.output, "sure at 0.3 and below, at 0.95 and above")
    }))

  it("asks a guard model for its checks alone, and tells all sets together", () =>
    inFolder(async (folder) => {
      const guard = await startModelServer({ kind: oldOllama, verdict: ["unsafe", "safe"] })
      await writeSet(folder, "a", [naked])
      await writeSet(folder, "b", [chair, statue])
      const options = ["--data", folder, "--cascade", "--samples", "0"]
      const { failed, output } = await run(options, on(guard, "cascade", { ENGINE_PROFILE: "llama-guard" }))
      await guard.close()

      assert.isFalse(failed, output)
      assert.include(output, "all together: 3 rows compared")
      assert.include(output, "on all rows together")
      secretive(output)
    }))

  it("tells without a model what one would be asked, and compares that with an earlier report", () =>
    inFolder(async (folder) => {
      await writeSet(folder, "mine", rows)
      const report = join(folder, "report.json")
      const options = ["--data", folder, "--cascade"]
      const { failed, output } = await run([...options, "--out", report])
      assert.isFalse(failed, output)
      assert.include(output, "no model was asked")
      assert.include(output, "mine: 4 rows, 1 violations")
      assert.match(output, /\n \* 0\.05 +0\.9 +1 +25\.0 % +0 +0\n/)
      secretive(output)

      const earlier = JSON.parse(await readFile(report, "utf8"))
      for (const line of earlier.sets[0].lines) line.asked = 4
      await writeFile(report, JSON.stringify(earlier))
      assert.include((await run([...options, "--compare", report])).output, "1 (was 4)")
      const other = await run(["--data", folder, "--compare", report])
      assert.isTrue(other.failed)
      assert.include(other.output, "is not a report of this command with the same options")
    }))

  it("says in a sentence what it lacks", () =>
    inFolder(async (folder) => {
      await writeSet(folder, "mine", [chair])
      const loose = await startModelServer({ kind: unconstrained })
      const options = ["--data", folder, "--cascade"]
      const wrong = await Promise.all([
        run(options, on(loose)),
        run(options, on({ url: "http://127.0.0.1:1" })),
        run([...options, "--concurrency", "0"], on(model)),
        run(options, { ENGINE: "cascade" })
      ])
      await loose.close()

      const said = [
        "ENGINE_MODEL cannot screen",
        "The engine cannot be asked: the model's server could not be reached",
        "--concurrency is 1 to 256",
        "ENGINE_URL must be set when ENGINE is cascade"
      ]
      for (const [at, { failed, output }] of wrong.entries()) {
        assert.isTrue(failed, said[at])
        assert.include(output, said[at] ?? "nothing")
        assert.notInclude(output, "    at ")
      }
    }))
})

describe("engine:eval on an engine that the environment names", () => {
  it("measures a language model, without disguises unless told", () =>
    inFolder(async (folder) => {
      await writeSet(folder, "mine", [naked, chair, statue])
      const { output } = await run(["--data", folder, "--samples", "0"], on(model, "llm"))

      assert.match(output, /Engine test-model\+[0-9a-f]{12}/)
      assert.include(output, "adult: 3 labelled, 1 positive")
      assert.notInclude(output, "kept under")
      secretive(output)
    }))

  it("measures a server of the engine protocol", () =>
    inFolder(async (folder) => {
      const server = await startScriptedEngine()
      const text = server.prompt({ adult: 0.7 })
      const labels = Object.fromEntries(checkIds.map((id) => [id, id === "adult"]))
      await writeSet(folder, "mine", [{ text, labels }, chair])
      const { failed, output } = await run(["--data", folder, "--samples", "0"], on(server, "http"))
      await server.close()

      assert.isFalse(failed, output)
      assert.include(output, "Engine scripted-1")
      assert.include(output, "adult: 2 labelled, 1 positive")
      assert.include(output, "copyrighted_ip: 1 labelled, 0 positive")
    }))
})
