import { fork } from "node:child_process"
import { once } from "node:events"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Of the run's server; tests work in databases of their own (`createDatabase`). */
    databaseUrl: string
  }
}

const program = new URL("postgresServer.ts", import.meta.url)

/** Starts one Postgres for the whole run, and returns what stops it. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const server = fork(program)
  const stopped = once(server, "exit")
  const [url] = await Promise.race([once(server, "message"), stopped])
  if (!server.connected) throw new Error("The tests' Postgres did not start.")
  provide("databaseUrl", url)
  return async () => {
    server.disconnect()
    await stopped
  }
}
