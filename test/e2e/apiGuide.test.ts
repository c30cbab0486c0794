import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { cp, mkdir, readdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { assertShown, curl, learn, readExamples, wordsOf } from "../support/guide.ts"
import type { Example, Variables } from "../support/guide.ts"
import { send } from "../support/httpClient.ts"
import { makeEmptyFolder } from "../support/packedClient.ts"
import type { EmptyFolder, Program } from "../support/packedClient.ts"
import { freePort, startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { eventually, until } from "../support/until.ts"
import { asking, decide } from "./fixture.ts"

const repositoryModules = new URL("../../node_modules", import.meta.url).pathname

const secret = "a secret of 16 or more"

const parts: { service?: Service; folder?: EmptyFolder; variables?: Variables } = {}

beforeAll(async () => {
  const port = await freePort()
  const host = `127.0.0.1:${port}`
  const service = await startService({ environment: { WEBHOOK_ALLOWED_HOSTS: host } })
  parts.service = service
  parts.folder = await makeEmptyFolder()
  await symlink(join(repositoryModules, "openai"), join(parts.folder.path, "node_modules/openai"))
  parts.variables = {
    PRESCREEN: service.url,
    KEY: service.keys.test,
    LIVE_KEY: service.keys.live,
    TENANT: service.tenantId ?? "",
    HOOK: `http://${host}/`,
    PORT: String(port),
    SECRET: secret
  }
})

afterAll(async () => {
  await parts.service?.[Symbol.asyncDispose]()
  await parts.folder?.remove()
})

const started = () => {
  const { folder, service, variables } = parts
  if (folder === undefined || service === undefined || variables === undefined) throw new Error("not started")
  return { folder, service, variables }
}

/** What the first program of the guide leaves to the others. */
const preamble = `import { createPrescreen, PrescreenError } from "prescreen/client"
const prescreen = createPrescreen({ baseUrl: process.env.PRESCREEN ?? "", apiKey: process.env.KEY ?? "" })
void PrescreenError
`

const programOf = (content: string) => (content.startsWith("import ") ? content : preamble + content)

/** The output of the last program, or of the one that goes on. */
interface Said {
  answer: unknown
  output: string
  receiver: Program | undefined
}

type Run = (content: string, said: Said, index: number) => Promise<unknown>

const runShell: Run = async (content, said) => {
  const { folder, service, variables } = started()
  const words = wordsOf(content, variables)
  if (words[0] === "npm") {
    // What the folder of the test has already.
    assert.deepStrictEqual(content.trimEnd().split("\n"), [
      `npm install ./${folder.packed}`,
      "npm pkg set type=module"
    ])
  } else if (words[0] === "npx") {
    const { code, stderr } = await service.cli(words.slice(2))
    assert.strictEqual(code, 0, stderr)
    const [, , , command, , setting] = words
    assert.strictEqual(command, "shadow")
    await until("the service has heard of it", async () => {
      const { shadow_mode } = await decide(service, service.keys.live, asking("two foxes"))
      return shadow_mode === (setting === "on")
    })
  } else {
    const reply = await curl(service, words)
    said.answer = reply.json()
    learn(variables, reply)
  }
}

const runProgram: Run = async (content, said, index) => {
  const { folder, variables } = started()
  const program = await folder.run(`example${index}.ts`, programOf(content), variables)
  if (content.includes("createServer")) said.receiver = program
  else {
    assert.strictEqual(await program.ended, 0, program.output())
    said.output = program.output()
  }
}

const runs: Record<string, Run> = {
  sh: runShell,
  ts: runProgram,
  json: (content, { answer }) => Promise.resolve(assertShown(JSON.parse(content), answer)),
  text: async (content, said) => {
    const { receiver } = said
    if (receiver === undefined || said.output !== "") assert.strictEqual(said.output, content)
    else await until("the receiver has told of the call", () => receiver.output() === content)
    said.output = ""
  }
}

const runAll = async (examples: ReadonlyArray<Example>, said: Said) => {
  for (const [index, { content, kind }] of examples.entries()) {
    const run = runs[kind]
    assert.isDefined(run, `no way to run ${kind}`)
    await run(content, said, index)
  }
}

describe("the guide to the API and the packed package", () => {
  it(
    "show what the service and the packed client really do, example by example",
    { timeout: 120_000 },
    async () => {
      const { folder } = started()
      const said: Said = { answer: undefined, output: "", receiver: undefined }
      try {
        const examples = await readExamples("docs/api.md")
        await runAll(examples, said)
        assert.isAtLeast(examples.filter(({ kind }) => kind !== "sh").length, 20)
      } finally {
        said.receiver?.child.kill()
      }
      assert.strictEqual(await folder.check(), "")
    }
  )

  it("have a quick start of ten lines that runs on the system's own Node, from the package alone", async () => {
    const { folder, variables } = started()
    const quickStart = (await readExamples("docs/api.md")).find(({ kind }) => kind === "ts")?.content ?? ""
    assert.isAtMost(quickStart.trim().split("\n").length, 10)
    for (const node of [process.execPath, "/usr/bin/node"]) {
      const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" })
      if (!(Number(/^v(\d+)/.exec(stdout ?? "")?.[1]) >= 20)) continue
      const program = await folder.run("quickStart.mjs", quickStart, variables, node)
      assert.strictEqual(await program.ended, 0, program.output())
      assert.strictEqual(program.output(), "review\n")
    }
  })

  it("have the operator's command, compiled, which runs where sources could not", async () => {
    const { folder } = started()
    const modules = join(folder.path, "operator/node_modules")
    await mkdir(modules, { recursive: true })
    const installed = await readdir(repositoryModules)
    await Promise.all(installed.map((name) => symlink(join(repositoryModules, name), join(modules, name))))
    await cp(join(folder.path, "node_modules/prescreen"), join(modules, "prescreen"), { recursive: true })
    const port = await freePort()
    const program = await folder.run(
      "operate.mjs",
      'process.argv.push("engine")\nawait import("./operator/node_modules/prescreen/src/prescreen.js")',
      { HOST: "127.0.0.1", PORT: String(port) }
    )
    try {
      const health = await eventually("it answers", () =>
        send(`http://127.0.0.1:${port}`, "/health").then(
          (reply) => reply,
          () => undefined
        )
      )
      assert.match(health.json().engine_version, /^builtin-/)
    } catch (error) {
      throw new Error(program.output(), { cause: error })
    } finally {
      program.child.kill()
    }
  })
})
