import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { postmasterPid } from "./postmasterPid.ts"

export const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** Stops every process of a Postgres, so that it neither answers nor refuses; returns what lets it go on. */
export const freezePostgres = async (dataDirectory: string | undefined): Promise<() => void> => {
  const server = await postmasterPid(dataDirectory)
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid="])
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
