import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startRelay } from "./relay.ts"
import { freePort } from "./serviceProcess.ts"
import { until } from "./until.ts"

const find = (): string | undefined => {
  try {
    return execFileSync("sh", ["-c", "command -v pgbouncer"], { encoding: "utf8" }).trim()
  } catch {
    return undefined
  }
}

const binary = find()

/** It is no package of npm's: where the system lacks it, nothing can be shown. */
export const poolerIsMissing = binary === undefined

export const whenPoolerIsMissing = poolerIsMissing
  ? " (skipped: needs pgbouncer on the PATH, as from `apt-get install pgbouncer`)"
  : ""

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

/** PgBouncer before the server of the tests. */
export const startPooler = async (databaseUrl: string, mode: "session" | "transaction") => {
  if (binary === undefined) throw new Error("there is no pgbouncer")
  const { pathname, searchParams, username } = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), "prescreen-pooler-"))
  await chmod(directory, 0o755)
  const port = await freePort()
  const file = join(directory, "pgbouncer.ini")
  const host = searchParams.get("host") ?? ""
  // The server listens on a socket alone, in a directory that the pooler cannot enter.
  const server = await startRelay({ path: join(host, ".s.PGSQL.5432") })
  await writeFile(
    file,
    [
      "[databases]",
      `* = host=127.0.0.1 port=${server.port} user=${username}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${mode}`
    ].join("\n")
  )
  // It does not run as root.
  const { gid, uid } = await stat(host)
  const child = spawn(binary, ["-q", file], { uid, gid, stdio: ["ignore", "ignore", "inherit"] })
  const ended = once(child, "exit")
  await until("the pooler listens", () => answers(port))
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await ended
      server.close()
      await rm(directory, { recursive: true, force: true })
    }
  }
}
