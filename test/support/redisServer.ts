import { createClient } from "@redis/client"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { freePort } from "./serviceProcess.ts"

const find = (): string | undefined => {
  try {
    return execFileSync("sh", ["-c", "command -v redis-server || command -v valkey-server"], {
      encoding: "utf8"
    }).trim()
  } catch {
    return undefined
  }
}

const binary = find()

/** No registry that npm installs from has the server itself: where the system lacks it, nothing can be shown. */
export const redisIsMissing = binary === undefined

export const whenRedisIsMissing = redisIsMissing
  ? " (skipped: needs redis-server or valkey-server on the PATH, as from `apt-get install redis-server`)"
  : ""

export const redisPassword = "redis-password-of-a-test"

const connect = (url: string) => createClient({ url }).connect()

/** A real Redis that keeps nothing on disk, with a password. */
export const startRedis = async (port?: number) => {
  if (binary === undefined) throw new Error("there is no redis-server")
  const bound = port ?? (await freePort())
  const child = spawn(
    binary,
    ["--port", String(bound), "--bind", "127.0.0.1", "--save", "", "--requirepass", redisPassword],
    { stdio: ["ignore", "pipe", "inherit"], cwd: "/" }
  )
  const ended = once(child, "exit")
  let printed = ""
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      if (printed.includes("eady to accept connections")) resolve()
    })
    child.once("exit", () => reject(new Error(`redis-server ended: ${printed}`)))
  })
  const url = `redis://:${redisPassword}@127.0.0.1:${bound}`
  const stop = async () => {
    child.kill("SIGKILL")
    await ended
  }
  return {
    url,
    port: bound,
    stop,
    freeze: () => child.kill("SIGSTOP"),
    thaw: () => child.kill("SIGCONT"),
    /** Asks it something beside the service. */
    use: async <A>(ask: (client: Awaited<ReturnType<typeof connect>>) => Promise<A>): Promise<A> => {
      const client = await connect(url)
      try {
        return await ask(client)
      } finally {
        client.destroy()
      }
    },
    [Symbol.asyncDispose]: stop
  }
}

export type RedisServer = Awaited<ReturnType<typeof startRedis>>
