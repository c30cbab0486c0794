import { readFile } from "node:fs/promises"

/** Of /proc/<pid>/stat; 100 a second on every Linux that Node runs on. */
const microsecondsPerTick = 10_000

/** Fields of /proc/<pid>/stat behind the name, which is in parentheses and may hold anything. */
const statOf = async (pid: number): Promise<ReadonlyArray<string>> => {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return text.slice(text.lastIndexOf(")") + 2).split(" ")
}

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

/** utime and stime are the 12th and 13th of those fields; the 14th and 15th are those of children that ended. */
const ticks = (stat: ReadonlyArray<string>, to: 13 | 15): number => sum(stat.slice(11, to).map(Number))

/** Microseconds that a process has computed, in its own code and in the kernel; NaN where there is no /proc. */
export const cpuTime = async (pid: number): Promise<number> => {
  const stat = await statOf(pid)
  return stat.length < 13 ? Number.NaN : ticks(stat, 13) * microsecondsPerTick
}

/** The same of a process with its children, the ended ones included. */
export const cpuTimeWithChildren = async (pid: number): Promise<number> => {
  const own = await statOf(pid)
  if (own.length < 15) return Number.NaN
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
  const pids = children
    .split(" ")
    .filter((text) => text !== "")
    .map(Number)
  const times = await Promise.all(pids.map(cpuTime))
  // One that has just ended is counted with its parent from now on.
  return ticks(own, 15) * microsecondsPerTick + sum(times.filter((time) => !Number.isNaN(time)))
}
