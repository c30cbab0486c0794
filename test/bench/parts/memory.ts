import { readFile } from "node:fs/promises"
import { setTimeout as delay } from "node:timers/promises"
import type { Part } from "../Bench.ts"

/** An hour of a hundred checks a second, as fast as they go. */
const anHour = 360_000

const pause = 5_000

/** Resident megabytes of a process; NaN where there is no /proc. */
const resident = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1_024
}

const megabytes = (value: number) => `${value.toFixed(0)} MB resident`

/** What a new process takes at rest, and after as many checks as an hour of a hundred a second makes. */
export const memory: Part = async ({ measure, quick, server, startBeside }) => {
  await using service = await startBeside()
  await delay(pause)
  const atRest = await resident(service.pid)
  const amount = quick ? anHour / 20 : anHour
  const loaded = { ...server, name: "the load", url: service.url, pid: service.pid }
  const row = await measure(loaded, { connections: 64, seconds: 0, amount })
  const underLoad = await resident(service.pid)
  await delay(pause)
  return {
    rows: [
      { what: "memory at rest", note: megabytes(atRest) },
      {
        ...row,
        what: `memory, ${amount.toLocaleString("en")} checks later`,
        note: `${megabytes(await resident(service.pid))}, ${underLoad.toFixed(0)} at the end of the load`
      }
    ],
    bars: []
  }
}
