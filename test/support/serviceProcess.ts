import { Effect } from "effect"
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { env } from "node:process"
import { setTimeout as delay } from "node:timers/promises"
import { inject } from "vitest"
import { createDatabase } from "./database.ts"
import { createTenant, exitCode, inherited, program, root, runCommand } from "./operatorCommand.ts"
import type { CommandResult } from "./operatorCommand.ts"
import { postmasterPid } from "./postmasterPid.ts"
import { asService, assertScoped } from "./sentStatements.ts"
import { until } from "./until.ts"

export interface ServiceOptions {
  /**
   * `given` (the default) is a new database on the run's Postgres, with a tenant that `tenants create` made.
   * `embedded` has the service start a Postgres of its own, and the demo workspace with it.
   */
  readonly database?: "given" | "embedded"
  /** Where the embedded Postgres has its data, below this directory. */
  readonly parentDirectory?: string
  /** Works on the data of this other service, running or ended, and with its keys. */
  readonly dataOf?: Service
  /** Added to PATH, HOME, PORT and what the database needs. */
  readonly environment?: Readonly<Record<string, string>>
}

interface Data {
  /** Of the database and of `MASTER_KEY`, or of the data directory. */
  readonly environment: Readonly<Record<string, string>>
  readonly dataDirectory: string | undefined
}

export interface Service {
  /** Without a slash at the end. */
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly keys: { readonly test: string; readonly live: string }
  /** Not known of the demo workspace, which an embedded database starts with. */
  readonly tenantId: string | undefined
  readonly data: Data
  /** All that it has printed so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Tells it to stop, with SIGTERM, and returns its exit code; 128 and more is a signal that ended it. */
  readonly stop: () => Promise<number>
  /** Sends a signal, SIGKILL unless another is named, and returns once the process has ended. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<number>
  /** Runs the operator's command beside it, in the same environment. */
  readonly cli: (options: ReadonlyArray<string>) => Promise<CommandResult>
  /** Ends it and what it left running, and removes its data directory. Rejects if a statement forgot its tenant. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** What `npm start` gives Node before the program. */
const nodeOptions = ["--max-semi-space-size=128", "--no-allocation-site-pretenuring"]

/** Milliseconds; a first start copies the binaries and makes a cluster, beside other tests. */
const patience = 90_000

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  const listening = once(server, "listening").then(
    () => true,
    () => false
  )
  server.listen(port, "127.0.0.1")
  const free = await listening
  if (free) await new Promise((resolve) => server.close(resolve))
  return free
}

const { VITEST_POOL_ID = "0" } = env
/** As vitest is told how many there are. */
const workers = 4
const worker = Number(VITEST_POOL_ID) % workers
const givenOut = new Set<number>()

/**
 * Below the ports that the system gives to connections, and with another remainder for each worker that asks, so that
 * nobody takes it before the service does.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = workers * randomInt(2_500, 8_000) + worker
    if (givenOut.has(port) || !(await isFree(port))) continue
    givenOut.add(port)
    return port
  }
}

const makeData = async ({
  database = "given",
  dataOf,
  parentDirectory = tmpdir()
}: ServiceOptions): Promise<Data> => {
  if (dataOf !== undefined) return { ...dataOf.data, dataDirectory: undefined }
  if (database === "embedded") {
    const dataDirectory = await mkdtemp(join(parentDirectory, "prescreen-service-"))
    return { environment: { DATA_DIR: dataDirectory }, dataDirectory }
  }
  const url = asService(await Effect.runPromise(createDatabase("workspace")))
  return {
    environment: { DATABASE_URL: url, MASTER_KEY: inject("workspace").masterKey },
    dataDirectory: undefined
  }
}

/** A Postgres that a killed service left behind, which has to go before its data does. */
const stopOrphan = async (dataDirectory: string) => {
  const pid = await postmasterPid(dataDirectory).catch(() => 0)
  if (!(pid > 1)) return
  const isRunning = async () => {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    return commandLine.includes(dataDirectory)
  }
  if (await isRunning()) process.kill(pid, "SIGQUIT")
  await until("Postgres has ended", async () => !(await isRunning()))
}

const demoKeys = (stdout: string) => {
  const [test] = /svc_test_\w+/.exec(stdout) ?? []
  const [live] = /svc_live_\w+/.exec(stdout) ?? []
  return test === undefined || live === undefined ? undefined : { keys: { test, live }, tenantId: undefined }
}

const untilReady = async (child: ChildProcess, stdout: () => string, stderr: () => string) => {
  const ready = new Promise<undefined>((resolve) => {
    child.stdout?.on("data", () => {
      if (/^prescreen ready on /m.test(stdout())) resolve(undefined)
    })
  })
  const ended = once(child, "exit").then(
    ([code, signal]) => `ended with ${exitCode(code, signal)} before it was ready`
  )
  const late = delay(patience, "did not get ready in time", { ref: false })
  const fault = await Promise.race([ready, ended, late])
  if (fault !== undefined) throw new Error(`The service ${fault}.\n${stdout()}\n${stderr()}`)
}

const spawnService = (environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [...nodeOptions, program, "serve"], {
    cwd: root,
    env: { ...inherited, ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const printed = { stdout: "", stderr: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text))
  // Not `exit`: by then the last of what it printed may still be on its way.
  const ended = once(child, "close").then(([code, signal]) => exitCode(code, signal))
  const kill = (signal: NodeJS.Signals = "SIGKILL") => {
    child.kill(signal)
    return ended
  }
  return { child, kill, stdout: () => printed.stdout, stderr: () => printed.stderr }
}

/** Starts the real service, as `npm start` does, and returns when it is ready. */
export const startService = async (options: ServiceOptions = {}): Promise<Service> => {
  const data = await makeData(options)
  const port = await freePort()
  const environment = { ...data.environment, ...options.environment, PORT: String(port) }
  const given = data.dataDirectory === undefined
  const known = options.dataOf ?? (given ? inject("workspace") : undefined)
  const { child, kill, stderr, stdout } = spawnService(environment)
  const dispose = async () => {
    await kill()
    const { DATABASE_URL: url } = data.environment
    if (url !== undefined) await assertScoped(url)
    if (data.dataDirectory === undefined) return
    await stopOrphan(data.dataDirectory)
    await rm(data.dataDirectory, { recursive: true, force: true })
  }

  try {
    await untilReady(child, stdout, stderr)
    const { keys, tenantId } = known ?? demoKeys(stdout()) ?? (await createTenant(environment))
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      pid: child.pid ?? 0,
      keys,
      tenantId,
      data,
      stdout,
      stderr,
      stop: () => kill("SIGTERM"),
      kill,
      cli: (words) => runCommand(words, environment),
      [Symbol.asyncDispose]: dispose
    }
  } catch (error) {
    await dispose()
    throw error
  }
}
