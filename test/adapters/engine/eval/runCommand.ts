import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { env } from "node:process"
import { compileCache } from "../../../support/operatorCommand.ts"

const command = new URL("../../../../src/engineEval.ts", import.meta.url).pathname

export interface Ran {
  readonly failed: boolean
  /** Both streams. */
  readonly output: string
}

/** Runs `engine:eval` as a user would, with nothing of this environment but what is given. */
export const run = (options: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  new Promise<Ran>((resolve) => {
    execFile(
      process.execPath,
      [command, ...options],
      { env: { PATH: env["PATH"], ...compileCache, ...environment } },
      (error, output, errors) => resolve({ failed: error !== null, output: output + errors })
    )
  })

/** Gives a new folder, for as long as it is used. */
export const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), "engine-eval-"))
  await use(folder).finally(() => rm(folder, { recursive: true }))
}

export const writeSet = (folder: string, name: string, rows: ReadonlyArray<object>) =>
  writeFile(join(folder, `${name}.jsonl`), rows.map((row) => JSON.stringify(row)).join("\n"))
