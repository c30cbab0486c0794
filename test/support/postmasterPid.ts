import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** The Postgres that runs, or has run, on the data of a service. */
export const postmasterPid = async (dataDirectory = ""): Promise<number> => {
  const text = await readFile(join(dataDirectory, "postgres", "postmaster.pid"), "utf8")
  return Number(text.split("\n")[0])
}
