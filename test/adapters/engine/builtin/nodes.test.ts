import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, relative, resolve } from "node:path"
import { env, versions } from "node:process"

const root = resolve(import.meta.dirname, "../../../..")
const scores = join(root, "test/adapters/engine/fixtures/goldenScores.ts")

/** Not a number where there is no Node, or only a stand-in for one that was never installed. */
const majorOf = (node: string): number =>
  Number.parseInt(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.slice(1) ?? "", 10)

/** The oldest that the libraries' syntax is for. */
const oldest = 20

const isOther = (node: string): boolean => {
  const major = majorOf(node)
  return major >= oldest && major !== Number(versions.node.split(".")[0])
}

/** Another major of Node than this one: the one that started npm, or the next in the path. */
const otherNode = [
  env["npm_node_execpath"] ?? "no such file",
  ...(env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"))
].find(isOther)

const importedFile = /(?<=from "|import\(")(\.{1,2}\/[^"]+)\.ts(?=")/g

/** Copies a module and all that it imports of ours into a folder, as JavaScript: an old Node strips no types. */
const copyModule = (file: string, folder: string, done = new Set<string>()): void => {
  if (done.has(file)) return
  done.add(file)
  const source = readFileSync(file, "utf8")
  for (const [, path = ""] of source.matchAll(importedFile)) {
    copyModule(resolve(dirname(file), `${path}.ts`), folder, done)
  }
  const target = join(folder, relative(root, file)).replace(/\.ts$/, ".js")
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, stripTypeScriptTypes(source).replaceAll(importedFile, "$1.js"))
}

const copyData = (file: string, folder: string): void =>
  writeFileSync(join(folder, file), readFileSync(join(root, file)))

const program = `
  import { readGolden, scoreGoldenPrompts } from "./test/adapters/engine/fixtures/goldenScores.js"
  process.stdout.write(String(JSON.stringify(scoreGoldenPrompts()) === JSON.stringify(readGolden())))
`

describe("the built-in engine on another major of Node", () => {
  it.skipIf(otherNode === undefined)("gives the golden prompts the very same scores", () => {
    const folder = mkdtempSync(join(tmpdir(), "golden-"))
    try {
      copyModule(scores, folder)
      copyData("src/adapters/engine/builtin/model.bin", folder)
      copyData("test/adapters/engine/fixtures/golden.json", folder)
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
      writeFileSync(join(folder, "package.json"), '{"type":"module"}')
      writeFileSync(join(folder, "program.js"), program)
      const said = execFileSync(otherNode ?? "", [join(folder, "program.js")], { encoding: "utf8" })
      assert.strictEqual(said, "true")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
