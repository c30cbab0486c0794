import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { postmasterPid } from "../support/postmasterPid.ts"
import type { Service } from "../support/serviceProcess.ts"

const run = promisify(execFile)

export const postmasterOf = ({ data }: Service): Promise<number> => postmasterPid(data.dataDirectory)

export const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** Stops every process of the service's Postgres, so that it neither answers nor refuses; returns what lets it go on. */
export const freezePostgres = async (service: Service): Promise<() => void> => {
  const server = await postmasterOf(service)
  const { stdout } = await run("ps", ["-eo", "pid=,ppid="])
  const children = stdout
    .split("\n")
    .map((line) => line.trim().split(/ +/).map(Number))
    .filter(([, parent]) => parent === server)
    .map(([pid = 0]) => pid)
  const pids = [server, ...children]
  for (const pid of pids) signal(pid, "SIGSTOP")
  return () => {
    for (const pid of pids.toReversed()) signal(pid, "SIGCONT")
  }
}
