import { Effect } from "effect"
import { fork } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import type { TestProject } from "vitest/node"
import { copyDatabase } from "./copyDatabase.ts"
import { createTenant } from "./operatorCommand.ts"
import { asService, assertScoped } from "./sentStatements.ts"

/** The tenant of every database that is made like `workspace`. */
export interface Workspace {
  readonly masterKey: string
  readonly keys: { readonly test: string; readonly live: string }
  readonly tenantId: string
}

declare module "vitest" {
  interface ProvidedContext {
    /** Of the run's server; tests work in databases of their own (`createDatabase`). */
    databaseUrl: string
    workspace: Workspace
  }
}

const server = new URL("postgresServer.ts", import.meta.url)

/** A database to copy: a copy costs a fraction of what a process that makes a tenant does. */
const makeWorkspace = async (serverUrl: string): Promise<Workspace> => {
  const url = asService(await Effect.runPromise(copyDatabase(serverUrl, "migrated", "workspace")))
  const masterKey = randomBytes(32).toString("base64")
  const tenant = await createTenant({ DATABASE_URL: url, MASTER_KEY: masterKey })
  await assertScoped(url)
  return { masterKey, ...tenant }
}

/** Starts one Postgres for the whole run, and returns what stops it. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const child = fork(server)
  const stopped = once(child, "exit")
  const [url] = await Promise.race([once(child, "message"), stopped])
  if (!child.connected) throw new Error("The tests' Postgres did not start.")
  provide("databaseUrl", url)
  provide("workspace", await makeWorkspace(url))
  return async () => {
    child.disconnect()
    await stopped
  }
}
