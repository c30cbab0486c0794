import { assert, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { version } from "../../src/wiring.ts"
import { root } from "../support/operatorCommand.ts"

const topLevel = new Set([
  "LICENSE",
  "README.md",
  "docker-compose.yml",
  "docs",
  "package-lock.json",
  "package.json",
  "src",
  "test",
  "tsconfig.json",
  "vitest.config.ts"
])

it("has at its top level what the architecture lists, and its tools' dot files", () => {
  const files = execFileSync("git", ["-c", "safe.directory=*", "ls-files"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")
  const entries = new Set(files.map((path) => path.split("/", 1).join()))
  assert.deepStrictEqual(
    [...entries].filter((name) => !name.startsWith(".") && !topLevel.has(name)),
    []
  )
  assert.isTrue(entries.has("package.json"))
})

it("has an executable operator's command, so that running it by npx leaves the checkout as it was", () => {
  assert.doesNotThrow(() => accessSync(join(root, "src/prescreen.js"), constants.X_OK))
})

it("tells its version as the package has it", () => {
  assert.strictEqual(version, manifest.version)
})
