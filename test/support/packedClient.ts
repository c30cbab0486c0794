import { execFile, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { env } from "node:process"
import { promisify } from "node:util"
import { root } from "./operatorCommand.ts"

const run = promisify(execFile)
const { HOME = "", PATH = "" } = env

export interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

export interface EmptyFolder {
  readonly path: string
  /** The name of the packed file. */
  readonly packed: string
  /** Writes a file and runs it, by the Node of the tests unless another is named. */
  readonly run: (
    name: string,
    source: string,
    environment: Readonly<Record<string, string>>,
    node?: string
  ) => Promise<Program>
  /** Type-checks every program that was run, as strictly as TypeScript can, and returns what it finds. */
  readonly check: () => Promise<string>
  readonly remove: () => Promise<void>
}

const compilerOptions = {
  target: "ES2023",
  module: "NodeNext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: ["node"]
}

/** A folder that has the package as `npm pack` makes it, and nothing else of this repository. */
export const makeEmptyFolder = async (): Promise<EmptyFolder> => {
  const path = await mkdtemp(join(tmpdir(), "prescreen-packed-"))
  const modules = join(path, "node_modules")
  await mkdir(join(modules, "prescreen"), { recursive: true })
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", path], {
    cwd: root,
    env: { HOME, PATH: `${join(root, "node_modules/.bin")}:${PATH}` }
  })
  const packed = stdout.trim().split("\n").at(-1) ?? ""
  await run("tar", ["xzf", join(path, packed), "-C", join(modules, "prescreen"), "--strip-components=1"])
  await writeFile(join(path, "package.json"), '{ "type": "module" }')
  await writeFile(join(path, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  return {
    path,
    packed,
    run: async (name, source, environment, node = process.execPath) => {
      await writeFile(join(path, name), source)
      const child = spawn(node, [name], { cwd: path, env: { HOME, PATH, ...environment } })
      let output = ""
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
      child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
      const ended = new Promise<number | null>((resolve, reject) => {
        child.on("error", reject)
        child.on("close", resolve)
      })
      return { child, output: () => output, ended }
    },
    check: async () => {
      // What a program in TypeScript has of its own, and what the guide shows beside the client.
      await mkdir(join(modules, "@types"), { recursive: true })
      for (const name of ["@types/node", "undici-types"]) {
        await symlink(join(root, "node_modules", name), join(modules, name))
      }
      return run(join(root, "node_modules/.bin/tsc"), ["--project", path], { cwd: path }).then(
        () => "",
        (error: { readonly stdout?: string }) => error.stdout ?? "tsc could not be run"
      )
    },
    remove: () => rm(path, { recursive: true, force: true })
  }
}
