import type { Part } from "../Bench.ts"
import { median } from "../report.ts"

/** From the command to the line that says that checks are answered, on a database that has been migrated. */
export const startUp: Part = async ({ quick, startBeside }) => {
  const times: Array<number> = []
  for (let round = 0; round < (quick ? 3 : 7); round += 1) {
    const started = performance.now()
    await using service = await startBeside()
    times.push(performance.now() - started)
    await service.stop()
  }
  const note = `median of ${times.length} starts`
  return {
    rows: [{ what: "start, until it is ready", p50: median(times), p99: Math.max(...times), note }],
    bars: []
  }
}
