import { ask } from "../Bench.ts"
import type { Bench, Part, Server } from "../Bench.ts"
import type { LoadRequest } from "../load.ts"
import { bodies } from "../prompts.ts"

const connections = 64

/** Real decisions of the service's own, by their ids. */
export const decide = async (server: Server, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (const body of bodies.slice(0, count)) {
    const { json } = await ask(server, "/v1/check", body)
    ids.push(String(json.id))
  }
  return ids
}

const underLoad = async (
  { measure, quick, server }: Bench,
  what: string,
  requests: ReadonlyArray<LoadRequest>
) => {
  const seconds = quick ? 2 : 5
  await measure(server, { connections, seconds: quick ? 1 : 3, requests })
  const row = await measure(server, { connections, seconds, requests })
  return { rows: [{ ...row, what }], bars: [] }
}

/** A check that is sent again with the key that it was made with. */
export const replay: Part = async (bench) => {
  const requests = bodies.map((body, nth) => ({
    method: "POST" as const,
    path: "/v1/check",
    headers: { "idempotency-key": `bench-${nth}` },
    body
  }))
  return underLoad(bench, "replay of an idempotency key", requests)
}

const reading =
  (suffix: string, what: string): Part =>
  async (bench) => {
    const ids = await decide(bench.server, 100)
    const requests = ids.map((id) => ({ method: "GET" as const, path: `/v1/decisions/${id}${suffix}` }))
    return underLoad(bench, what, requests)
  }

export const get = reading("", "decision, with its prompt")

export const explain = reading("/explain", "explanation of a decision")
