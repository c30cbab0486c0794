import { DateTime, Effect, Option } from "effect"
import { parseArgs } from "node:util"
import { Pool } from "pg"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { send } from "../support/httpClient.ts"
import { seedDecisions, seededPolicies, seededUsers } from "../support/seedDecisions.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { median } from "./report.ts"

const help = `
npm run bench:lists [-- --decisions 2000000]

How long a page of fifty decisions takes over HTTP, by filter, at 10,000 and at 2,000,000 stored decisions of one
workspace. Medians of 40 requests, in milliseconds. The seed has filters that match often, seldom and never, such as
a user of half the decisions who has none in review.

  --decisions   of the larger log
  --help        this text
`

const { values: options } = parseArgs({
  options: {
    decisions: { type: "string", default: "2000000" },
    help: { type: "boolean", default: false }
  }
})

const requests = 40
/** Requests before those that count. */
const warmUp = 20
const day = 86_400_000

const [frequentPolicy = "", , rarePolicy = ""] = seededPolicies.map(
  (uuid) => `pol_${uuid.replaceAll("-", "")}`
)

const iso = (moment: number) => DateTime.formatIso(DateTime.makeUnsafe(moment))

const queriesAt = (now: number): Readonly<Record<string, Record<string, string>>> => ({
  nothing: {},
  outcome: { outcome: "block" },
  "dry_run=false": { dry_run: "false" },
  check: { check: "copyrighted_ip" },
  policy: { policy: frequentPolicy },
  "policy, rare": { policy: rarePolicy },
  "user, half of all": { user: seededUsers.frequent },
  user: { user: seededUsers.rare },
  "since and until, a day": {
    since: iso(now - 8 * day),
    until: iso(now - 7 * day)
  },
  id_prefix: { id_prefix: `dec_${(now - 8 * day).toString(16).padStart(12, "0").slice(0, 6)}` },
  "outcome and check": { outcome: "block", check: "minors_sexual" },
  "outcome and check that never meet": { outcome: "block", check: "adult" },
  "policy and outcome": { policy: frequentPolicy, outcome: "review" },
  "policy, rare, and outcome that never meet": { policy: rarePolicy, outcome: "block" },
  "user and outcome that never meet": { user: seededUsers.frequent, outcome: "review" },
  "user and policy that never meet": { user: seededUsers.frequent, policy: rarePolicy },
  everything: {
    user: seededUsers.frequent,
    policy: frequentPolicy,
    outcome: "block",
    check: "minors_sexual",
    dry_run: "false",
    since: iso(now - 18 * day),
    until: iso(now - day),
    id_prefix: "dec_0"
  }
})

const run = async (service: Service, words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await service.cli([...words, "--json"])
  if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`)
  return JSON.parse(stdout)
}

const newTenant = async (service: Service) => {
  const words = ["--name", "Bench", "--plan", "enterprise", "--preset", "adult-platform"]
  const { keys, tenant } = await run(service, ["tenants", "create", ...words])
  await run(service, ["tenants", "limits", tenant.id, "--rate-limit-per-minute", "1000000"])
  return { key: String(keys.live), uuid: String(tenant.id).slice(4) }
}

const page = async ({ url }: Service, key: string, query: Record<string, string>) => {
  const started = performance.now()
  const reply = await send(url, `/v1/decisions?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${key}` }
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return { milliseconds: performance.now() - started, items: Number(reply.json().data.length) }
}

const measure = async (service: Service, pool: Pool, decisions: number, now: number) => {
  const { key, uuid } = await newTenant(service)
  console.log(`seeding ${decisions.toLocaleString("en")} decisions`)
  await pool.query(seedDecisions({ tenantId: uuid, decisions, from: now - 20 * day, to: now }))
  await pool.query("VACUUM ANALYZE decisions")
  await pool.query("CHECKPOINT")
  const results: Array<{ readonly name: string; readonly items: number; readonly milliseconds: number }> = []
  for (const [name, query] of Object.entries(queriesAt(now))) {
    for (let count = 0; count < warmUp; count += 1) await page(service, key, query)
    const pages: Array<Awaited<ReturnType<typeof page>>> = []
    for (let count = 0; count < requests; count += 1) pages.push(await page(service, key, query))
    results.push({
      name,
      items: pages[0]?.items ?? 0,
      milliseconds: median(pages.map(({ milliseconds }) => milliseconds))
    })
  }
  await pool.query("DELETE FROM decisions WHERE tenant_id = $1", [uuid])
  return results
}

const bench = async () => {
  await using service = await startService({ database: "embedded" })
  const { dataDirectory = "" } = service.data
  const url = Option.getOrThrow(await Effect.runPromise(findEmbeddedPostgres(dataDirectory)))
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    const now = DateTime.nowUnsafe().epochMilliseconds
    const small = await measure(service, pool, 10_000, now)
    const large = await measure(service, pool, Number(options.decisions), now)
    console.log(`\n${"filter".padEnd(42)} ${"10,000".padStart(8)} ${"larger".padStart(8)}    ratio    items`)
    for (const [index, { items, milliseconds, name }] of large.entries()) {
      const before = small[index]?.milliseconds ?? Number.NaN
      console.log(
        `${name.padEnd(42)} ${before.toFixed(2).padStart(8)} ${milliseconds.toFixed(2).padStart(8)} ${(milliseconds / before).toFixed(2).padStart(8)} ${String(items).padStart(8)}`
      )
    }
  } finally {
    await pool.end()
  }
}

if (options.help) console.log(help.trim())
else await bench()
