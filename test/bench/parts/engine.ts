import type { ChildProcess } from "node:child_process"
import { answerOf } from "../Bench.ts"
import type { Part } from "../Bench.ts"

const connections = 64

/** The median, in milliseconds, of what the stand-in took for each answer since it was last asked. */
const ownTime = async (standIn: ChildProcess): Promise<number> => {
  const answer = answerOf(standIn)
  standIn.send("how long?")
  return Number(await answer)
}

/** Checks by an engine over HTTP, a stand-in that takes 5 ms: what the service adds to that. */
export const engine: Part = async ({ measure, quick, server, startBeside, startProgram }) => {
  const { child, told } = await startProgram<{ readonly url: string }>("slowEngine.ts")
  await using service = await startBeside({ ENGINE: "http", ENGINE_URL: told.url })
  const over = { name: "engine over HTTP", url: service.url, key: server.key, pid: service.pid }
  const seconds = quick ? 2 : 8
  await measure(over, { connections, seconds: quick ? 2 : 5 })
  const most = await measure(over, { connections, seconds })
  await ownTime(child)
  const half = await measure(over, { connections, seconds: seconds * 2, perSecond: most.perSecond / 2 })
  const own = await ownTime(child)
  return {
    rows: [
      most,
      { ...half, what: "the same at half its maximum", note: `engine itself ${own.toFixed(2)} ms` }
    ],
    bars: [
      {
        what: "added to the engine's own time at half load, p50",
        value: half.p50 - own,
        limit: 3,
        at: "most",
        unit: " ms"
      },
      {
        what: "added to the engine's own time at half load, p99",
        value: half.p99 - own,
        limit: 15,
        at: "most",
        unit: " ms"
      }
    ]
  }
}
