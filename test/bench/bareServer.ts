// It stands for a service without Effect, so Effect's own advice is not for it.
// @effect-diagnostics processEnv:off globalDate:off
import { createHash, randomBytes, randomUUIDv7 } from "node:crypto"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Pool } from "pg"

/**
 * What the service is measured against: `node:http` and `pg` with nothing between them. It knows a key by its
 * hash, looks at the body as little as it can get away with, and inserts one row per request, of the size that
 * the service's rows have. It tells its parent its port and the key.
 */
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
)`

const insert = {
  name: "insert",
  text: `INSERT INTO bare_decisions (tenant_id, mode, id, outcome, checks, input, user_id, metadata, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
}

const mostConnections = 10
const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: mostConnections })
await pool.query(table)

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex")
const key = `svc_live_${randomBytes(32).toString("base64url")}`
const callers = new Map([[hashOf(key), { tenantId: randomUUIDv7(), mode: "live" }]])

const checkNames = ["minors_sexual", "adult", "real_person", "copyrighted_ip"]

/** As much as the service keeps of each check to explain it. */
const storedChecks = (names: ReadonlyArray<string>) =>
  names.map((check) => ({
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

const send = (response: ServerResponse, status: number, content: object) => {
  const body = JSON.stringify(content)
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
}

const parse = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answer = async (request: IncomingMessage, response: ServerResponse, text: string) => {
  const caller = callers.get(hashOf((request.headers.authorization ?? "").slice("Bearer ".length)))
  if (caller === undefined) return send(response, 401, {})
  const body = parse(text)
  if (typeof body?.input?.prompt !== "string") return send(response, 400, {})
  const id = randomUUIDv7()
  const values = [
    caller.tenantId,
    caller.mode,
    id,
    "allow",
    JSON.stringify(storedChecks(checkNames)),
    Buffer.from(JSON.stringify(body.input)),
    body.user ?? null,
    body.metadata === undefined ? null : JSON.stringify(body.metadata),
    new Date()
  ]
  await pool.query({ ...insert, values })
  return send(response, 200, answerOf(id, caller.mode))
}

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    answer(request, response, Buffer.concat(chunks).toString()).catch(() => send(response, 500, {}))
  })
})

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}`, key })
})
process.on("disconnect", () => process.exit())
