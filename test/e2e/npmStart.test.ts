import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import { inherited, root } from "../support/operatorCommand.ts"

/** Runs something in what a clone has before anything is installed, and tells how it ended. */
const inNewClone = async (
  file: string,
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) => {
  const clone = await mkdtemp(join(tmpdir(), "prescreen-clone-"))
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc", "src"]) {
      await cp(join(root, name), join(clone, name), { recursive: true })
    }
    // No registry and nothing that was fetched from one before.
    const unreachable = {
      npm_config_registry: "http://127.0.0.1:1",
      npm_config_fetch_retries: "0",
      npm_config_cache: join(clone, "cache")
    }
    const options = { cwd: clone, env: { ...inherited, ...unreachable, ...environment } }
    return await new Promise<{ readonly failed: boolean; readonly stdout: string; readonly stderr: string }>(
      (resolve) => {
        execFile(file, words, options, (error, stdout, stderr) =>
          resolve({ failed: error !== null, stdout, stderr })
        )
      }
    )
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

/** Has Node.js believe that it is of this version. */
const asVersion = (node: string) => [
  "--import",
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"${node}"}})`
]

describe("npm start in a new clone", { timeout: 60_000 }, () => {
  it("says why nothing could be installed", async () => {
    const { failed, stderr } = await inNewClone("npm", ["start"])
    assert.isTrue(failed)
    assert.include(stderr, "ECONNREFUSED")
  })

  it("says what is missing if npm runs no scripts, and therefore installs nothing", async () => {
    const { failed, stderr } = await inNewClone("npm", ["start"], { npm_config_ignore_scripts: "true" })
    assert.isTrue(failed)
    assert.match(stderr, /^prescreen: [^\n]+ npm ci --ignore-scripts=false[^\n]*\n$/)
  })
})

describe("the program", { timeout: 60_000 }, () => {
  it("refuses a Node.js that cannot run it, in one line", async () => {
    const { failed, stderr } = await inNewClone(process.execPath, [
      ...asVersion("20.20.2"),
      "src/prescreen.js",
      "--version"
    ])
    assert.isTrue(failed)
    assert.strictEqual(
      stderr,
      "prescreen: Node.js 26 is needed, not 20.20.2: npm and npx use the one that npm ci --ignore-scripts=false installs\n"
    )
  })

  it("says in one line that its packages are not installed", async () => {
    const { failed, stderr } = await inNewClone(process.execPath, ["src/prescreen.js", "--version"])
    assert.isTrue(failed)
    assert.match(
      stderr,
      /^prescreen: it is not completely installed \(Cannot find package [^\n]+\): run npm ci --ignore-scripts=false\n$/
    )
  })
})

describe("the bundle of the program", () => {
  /** Milliseconds after which a file has another date, whatever the system's clock for them is. */
  const moment = 50

  /** Runs the program in a folder whose sources were changed before its bundle was made, and tells which one ran. */
  const ran = async (change: (path: (name: string) => string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), "prescreen-bundle-"))
    const path = (name: string) => join(folder, name)
    try {
      await mkdir(path("node_modules/.cache/prescreen"), { recursive: true })
      await mkdir(path("src/domain"), { recursive: true })
      await cp(join(root, "src/prescreen.js"), path("src/prescreen.js"))
      await writeFile(path("package.json"), `{ "type": "module" }`)
      await writeFile(path("package-lock.json"), "{}")
      await writeFile(path("src/domain/old.ts"), "")
      await writeFile(path("src/main.ts"), `console.log("sources")`)
      await delay(moment)
      await writeFile(path("node_modules/.cache/prescreen/main.js"), `console.log("bundle")`)
      await delay(moment)
      await change(path)
      const { stdout } = await promisify(execFile)(process.execPath, [path("src/prescreen.js")])
      return stdout.trim()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  it("runs if nothing has changed since it was made", async () => {
    assert.strictEqual(await ran(() => Promise.resolve()), "bundle")
  })

  it.each(["src/main.ts", "src/domain/old.ts", "package-lock.json"])(
    "does not run if %s was changed later",
    async (name) => {
      assert.strictEqual(await ran((path) => writeFile(path(name), `console.log("sources")`)), "sources")
    }
  )

  it("does not run if a source was replaced by one with an older date", async () => {
    const replace = async (path: (name: string) => string) => {
      await writeFile(path("src/main.ts"), `console.log("sources")`)
      await utimes(path("src/main.ts"), 1_700_000_000, 1_700_000_000)
    }
    assert.strictEqual(await ran(replace), "sources")
  })

  it("does not run beside a link to nothing, as some editors make it", async () => {
    const link = async (path: (name: string) => string) => {
      await symlink("nothing", path("src/.#main.ts"))
      await delay(moment)
      await writeFile(path("node_modules/.cache/prescreen/main.js"), `console.log("bundle")`)
    }
    assert.strictEqual(await ran(link), "sources")
  })

  it("does not run if a source is gone that it contains", async () => {
    assert.strictEqual(await ran((path) => rm(path("src/domain/old.ts"))), "sources")
  })

  it("does not run if there is none", async () => {
    assert.strictEqual(await ran((path) => rm(path("node_modules"), { recursive: true })), "sources")
  })
})
