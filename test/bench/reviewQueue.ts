import { Effect, Option } from "effect"
import { parseArgs } from "node:util"
import { Client } from "pg"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import type { ScriptedEngineServer } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { percentile } from "../support/percentile.ts"
import { seedReviewItems } from "../support/reviewSeed.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"

const help = `
node test/bench/reviewQueue.ts [--quick]

How long a page of the review queue takes, from request to answer on one connection, before and after 1,000,000
closed and 100,000 open items are there, and when the oldest open ones have been decided and not yet vacuumed. The
first page is of real decisions with encrypted prompts; the items behind them are written by SQL.

  --quick   a tenth of the items
  --help    this text
`

const { values: options } = parseArgs({
  options: { quick: { type: "boolean", default: false }, help: { type: "boolean", default: false } }
})

/** One in 11 is open. */
const [chunks, chunkSize, openEvery] = [options.quick ? 1 : 10, 110_000, 11]
const decidedAtTheHead = (chunks * chunkSize) / openEvery / 5
const rounds = 300

const headers = (key: string) => ({ authorization: `Bearer ${key}`, "content-type": "application/json" })

const measure = async (label: string, ask: () => Promise<unknown>, times = rounds) => {
  const durations: Array<number> = []
  for (let round = 0; round < times + 20; round += 1) {
    const start = performance.now()
    await ask()
    // The first ones warm up.
    if (round >= 20) durations.push(performance.now() - start)
  }
  const sorted = durations.toSorted((a, b) => a - b)
  const [median, tail, worst] = [0.5, 0.99, 1].map((share) =>
    percentile(sorted, share).toFixed(2).padStart(7)
  )
  console.log(`${label.padEnd(62)} p50 ${median}  p99 ${tail}  max ${worst} ms`)
}

const asker = (service: Service) => {
  const { live } = service.keys
  const ask = async (query: string) => {
    const { json, status, text } = await send(service.url, `/v1/review${query}`, { headers: headers(live) })
    if (status !== 200) throw new Error(text)
    return json()
  }
  return ask
}

/** Real decisions that wait for review, of ordinary length. */
const sendToReview = async (service: Service, prompt: () => string, count: number) => {
  for (let made = 0; made < count; made += 1) {
    const body = JSON.stringify({ input: { prompt: prompt() } })
    const { status, text } = await send(service.url, "/v1/check", {
      method: "POST",
      headers: headers(service.keys.live),
      body
    })
    if (status !== 200) throw new Error(text)
  }
}

const measureAll = async (
  service: Service,
  engine: ScriptedEngineServer,
  database: Client,
  tenantId: string
) => {
  const ask = asker(service)
  const text = "a wide landscape with hills, a river and two small boats at dawn, watercolour"
  await sendToReview(service, () => engine.prompt({ real_person: 0.6 }, text), 100)
  await measure("first page of 50, 100 items in all", () => ask("?limit=50"))

  console.log(`writing ${(chunks * chunkSize).toLocaleString("en")} items, one in ${openEvery} open`)
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    await database.query(seedReviewItems, [tenantId.slice(4), "live", chunkSize, openEvery])
  }
  await database.query("VACUUM (ANALYZE) review_items, decisions, decision_inputs")

  await measure("first page of 50", () => ask("?limit=50"))
  await measure("first page of 100", () => ask("?limit=100"))
  await measure("first page of 50, closed items", () => ask("?limit=50&status=allowed"))
  let cursor: string | null = null
  const next = async () => {
    const query: string = cursor === null ? "?limit=100" : `?limit=100&cursor=${cursor}`
    const page: { readonly next_cursor: string | null } = await ask(query)
    cursor = page.next_cursor
  }
  await measure("pages of 100, one after the other", next)

  await database.query("ALTER TABLE review_items SET (autovacuum_enabled = false)")
  await database.query(
    `UPDATE review_items SET status = 'allowed' WHERE id IN (
       SELECT id FROM review_items WHERE status = 'open' ORDER BY id LIMIT ${decidedAtTheHead})`
  )
  const decided = decidedAtTheHead.toLocaleString("en")
  await measure(`first page of 50, the oldest ${decided} just decided, no vacuum`, () => ask("?limit=50"))

  const { data: open } = await ask("?limit=100")
  await measure(
    "verdict",
    async () => {
      const { id } = open.pop()
      const path = `/v1/review/${id}/verdict`
      const call = { method: "POST", headers: headers(service.keys.live), body: '{"verdict":"block"}' }
      const reply = await send(service.url, path, call)
      if (reply.status !== 200) throw new Error(reply.text)
    },
    80
  )
}

const bench = async () => {
  const engine = await startScriptedEngine()
  const environment = { ENGINE: "http", ENGINE_URL: engine.url, LOG_LEVEL: "warn" }
  await using service = await startService({ database: "embedded", environment })
  const { data } = JSON.parse((await service.cli(["tenants", "list", "--json"])).stdout)
  const tenantId: string = data[0].id
  await service.cli(["tenants", "plan", tenantId, "--plan", "enterprise"])
  await service.cli(["tenants", "limits", tenantId, "--rate-limit-per-minute", "1000000"])
  const { dataDirectory = "" } = service.data
  const url = Option.getOrThrow(await Effect.runPromise(findEmbeddedPostgres(dataDirectory)))
  const database = new Client({ connectionString: url })
  await database.connect()
  try {
    await measureAll(service, engine, database, tenantId)
  } finally {
    await database.end()
    await engine.close()
  }
}

if (options.help) console.log(help.trim())
else await bench()
