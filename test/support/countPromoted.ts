import { constants, PerformanceObserver } from "node:perf_hooks"
import type { PerformanceEntry } from "node:perf_hooks"
import { getHeapSpaceStatistics } from "node:v8"

/*
 * Preloaded into a process. Adds up by how much the old generation grows from one collection of the young one to the
 * next, from SIGUSR2 on, and prints it when the process ends. Full collections, which shrink it, do not count.
 */
const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space")?.space_used_size ?? 0

const isOfYoung = (entry: PerformanceEntry): boolean => {
  const { kind } = entry.toJSON().detail
  return kind === constants.NODE_PERFORMANCE_GC_MINOR
}

let before: number | undefined
let promoted = 0
new PerformanceObserver((list) => {
  const now = oldBytes()
  if (before !== undefined && list.getEntries().every(isOfYoung)) promoted += Math.max(0, now - before)
  before = now
}).observe({ entryTypes: ["gc"] })
process.on("SIGUSR2", () => {
  promoted = 0
})
process.on("exit", () => process.stderr.write(`promoted ${promoted}\n`))
