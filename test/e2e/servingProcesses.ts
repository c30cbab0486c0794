import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import type { Service } from "../support/serviceProcess.ts"

/** The command lines of the processes that one has started, by their ids. */
export const childrenOf = async (pid: number): Promise<ReadonlyMap<number, string>> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
  const pids = text.split(" ").filter((pid) => pid !== "")
  const commands = pids.map(async (pid) => {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")
    return [Number(pid), command.replaceAll("\0", " ")] as const
  })
  return new Map(await Promise.all(commands))
}

/** The ids of the processes that serve requests. */
export const serving = async ({ pid }: Pick<Service, "pid">): Promise<ReadonlyArray<number>> =>
  [...(await childrenOf(pid))].filter(([, command]) => command.includes("prescreen.js")).map(([pid]) => pid)

/** Whether a process runs. One that has ended does not, even if whoever adopts orphans has yet to hear of it. */
export const isAlive = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}
