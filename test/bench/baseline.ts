// It stands for a service without Effect, so Effect's own advice is not for it.
// @effect-diagnostics processEnv:off globalDate:off
import { createHash, randomBytes, randomUUIDv7 } from "node:crypto"
import { Pool } from "pg"

/** What the servers have in common that the service is measured against: keys, rows of its size, answers like its. */
const columns = ["tenant_id", "mode", "id", "outcome", "checks", "input", "user_id", "metadata", "created_at"]
const types = ["uuid", "text", "uuid", "text", "json", "bytea", "text", "json", "timestamptz"]

/** Not vacuumed by itself: that would go on while another server is measured. */
const table = `
CREATE TABLE IF NOT EXISTS bare_decisions (
  tenant_id uuid NOT NULL,
  mode text NOT NULL,
  id uuid NOT NULL,
  outcome text NOT NULL,
  checks json NOT NULL,
  input bytea NOT NULL,
  user_id text,
  metadata json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, mode, id)
) WITH (autovacuum_enabled = off)`

const insertOne = {
  name: "insert",
  text: `INSERT INTO bare_decisions (${columns.join()}) VALUES (${columns.map((_, n) => `$${n + 1}`).join()})`
}

/** Columns travel as arrays of text; `json` has no array type that pg writes as it stands. */
const insertGroup = {
  name: "group",
  text: `INSERT INTO bare_decisions (${columns.join()})
    SELECT ${columns.map((column, n) => (types[n] === "json" ? `${column}::json` : column)).join()}
    FROM unnest(${types.map((type, n) => `$${n + 1}::${type === "json" ? "text" : type}[]`).join()})
      AS row (${columns.join()})`
}

const mostConnections = 10
const largestGroup = 500

export type BaselineRow = ReadonlyArray<unknown>

interface Waiting {
  readonly row: BaselineRow
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Rows that wait share the next insert, which starts when the one before it has ended. */
const grouped = (pool: Pool) => {
  const queue: Array<Waiting> = []
  let busy = false
  const pump = async () => {
    if (busy) return
    busy = true
    while (queue.length > 0) {
      const group = queue.splice(0, largestGroup)
      const values = columns.map((_, column) => group.map(({ row }) => row[column]))
      await pool.query({ ...insertGroup, values }).then(
        () => group.forEach(({ resolve }) => resolve()),
        (error: unknown) => group.forEach(({ reject }) => reject(error))
      )
    }
    busy = false
  }
  return (row: BaselineRow) =>
    new Promise<void>((resolve, reject) => {
      queue.push({ row, resolve, reject })
      void pump()
    })
}

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex")

const checkNames = ["minors_sexual", "adult", "real_person", "copyrighted_ip"]

/** As much as the service keeps of each check to explain it. */
const storedChecks = checkNames.map((check) => ({
  check,
  routed: "allow",
  action: { type: "allow" },
  policyLine: null,
  score: 0.02,
  reviewScore: 0.02,
  actLine: 0.5,
  reviewLine: 0.3,
  adultLevel: null,
  version: 1,
  fired: [],
  signals: [],
  floors: [],
  policy: { youthCodedAdult: "review", adultMaxLevel: 5 }
}))

const score = { score: 0.02, review_score: 0.02, fired: [] }

const answerOf = (id: string, mode: string) => ({
  id: `dec_${id.replaceAll("-", "")}`,
  outcome: "allow",
  tags: [],
  checks: Object.fromEntries(checkNames.map((check) => [check, score])),
  policy: { id: "pol_0190a1b2c3d47e5f8a9b0c1d2e3f4a5b", version: 1 },
  engine_version: "bare",
  latency_ms: 0,
  dry_run: false,
  mode,
  shadow_mode: false
})

interface Caller {
  readonly tenantId: string
  readonly mode: string
}

export interface BaselineBody {
  readonly input: object
  readonly user?: string
  readonly metadata?: object
}

/** Connects to `DATABASE_URL`; `BASELINE=group` shares inserts. */
export const openBaseline = async () => {
  const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: mostConnections })
  await pool.query(table)
  const key = `svc_live_${randomBytes(32).toString("base64url")}`
  const callers = new Map<string, Caller>([[hashOf(key), { tenantId: randomUUIDv7(), mode: "live" }]])
  const insert =
    process.env["BASELINE"] === "group"
      ? grouped(pool)
      : (row: BaselineRow) => pool.query({ ...insertOne, values: [...row] })

  return {
    callerOf: (authorization = "") => callers.get(hashOf(authorization.slice("Bearer ".length))),
    decide: async ({ mode, tenantId }: Caller, { input, metadata, user }: BaselineBody) => {
      const id = randomUUIDv7()
      await insert([
        tenantId,
        mode,
        id,
        "allow",
        JSON.stringify(storedChecks),
        Buffer.from(JSON.stringify(input)),
        user ?? null,
        metadata === undefined ? null : JSON.stringify(metadata),
        new Date()
      ])
      return answerOf(id, mode)
    },
    /** Tells the parent process where it listens, and stays until the parent goes. */
    announce: (port: number) => {
      process.on("disconnect", () => process.exit())
      process.send?.({ url: `http://127.0.0.1:${port}`, key })
    }
  }
}
