import { execFile } from "node:child_process"
import { constants } from "node:os"
import { join, resolve } from "node:path"
import { env } from "node:process"

/** What one process of the service prints and how it ended. */
export interface CommandResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

export const root = new URL("../..", import.meta.url).pathname
export const program = join(root, "src/prescreen.js")

const { HOME = "", NODE_COMPILE_CACHE = "node_modules/.cache/node", PATH = "" } = env

/** Compiled modules, wherever a process works: with it the program loads in half the time. */
export const compileCache = { NODE_COMPILE_CACHE: resolve(root, NODE_COMPILE_CACHE) }

/** What each process of the service has from the machine. */
export const inherited = { PATH, HOME, ...compileCache }

export const exitCode = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal])

/** Runs one command of the operator's to its end. */
export const runCommand = (
  options: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
): Promise<CommandResult> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...options],
      { cwd: root, env: { ...inherited, ...environment } },
      (_, stdout, stderr) => done({ stdout, stderr, code: exitCode(child.exitCode, child.signalCode) })
    )
  })

/** Makes a tenant with a policy from the preset `adult-platform`, and returns its keys. */
export const createTenant = async (environment: Readonly<Record<string, string>>) => {
  const options = ["--name", "Acme", "--plan", "growth", "--preset", "adult-platform", "--json"]
  const { code, stderr, stdout } = await runCommand(["tenants", "create", ...options], environment)
  if (code !== 0) throw new Error(`tenants create ended with ${code}: ${stderr}`)
  const { keys, tenant } = JSON.parse(stdout)
  return { keys: { test: String(keys.test), live: String(keys.live) }, tenantId: String(tenant.id) }
}
