import { assert } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { Pool } from "pg"
import { asking, check } from "../e2e/fixture.ts"
import { withKey } from "../e2e/replays.ts"
import { asTester } from "../support/sentStatements.ts"
import type { Service } from "../support/serviceProcess.ts"

const clients = 16

/** Milliseconds before what was not acknowledged is sent again. */
const pause = 25

/** The first is allowed, the second goes to review. */
const prompts = ["two foxes in the snow", "portrait of Angela Merkel in a garden"]

/** What the clients were told, and what they know that they asked for. */
export interface Ledger {
  /** Decision ids by Idempotency-Key. */
  readonly keyed: Map<string, string>
  readonly keyless: Set<string>
  keylessSent: number
  /** Checks whose answer was lost and that were sent again. */
  lost: number
  /** Those of the lost that had been decided. */
  recovered: number
}

/** The service that is running now. There is none while it starts again. */
export interface Target {
  service: Service | undefined
  readonly apiKey: string
  finished: boolean
}

const untilRunning = async (target: Target): Promise<Service> => {
  while (target.service === undefined) {
    if (target.finished) throw new Error("the service does not start any more")
    await delay(10)
  }
  return target.service
}

/** Sends one check to whatever process runs. Undefined when it was not acknowledged. */
const attempt = async (target: Target, prompt: string, key?: string) => {
  const call = key === undefined ? {} : withKey(key)
  const service = await untilRunning(target)
  const reply = await check(service, target.apiKey, asking(prompt), call).catch(() => undefined)
  // While keys cannot be looked up there is a limit for each address, and these clients ask very often.
  if (reply === undefined || reply.status === 503 || reply.status === 429) {
    if (reply !== undefined) assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
    await delay(pause)
    return undefined
  }
  assert.strictEqual(reply.status, 200, reply.text)
  return { id: String(reply.json().id), replayed: reply.headers["idempotent-replayed"] === "true" }
}

/** Repeats a check with a key until it is acknowledged. The same key always gets the same decision. */
const insist = async (target: Target, ledger: Ledger, prompt: string, key: string) => {
  const known = ledger.keyed.get(key)
  let answer = await attempt(target, prompt, key)
  for (; answer === undefined; answer = await attempt(target, prompt, key)) ledger.lost += 1
  ledger.keyed.set(key, answer.id)
  if (known !== undefined) {
    assert.strictEqual(answer.id, known, `${key} made two decisions`)
    assert.isTrue(answer.replayed)
  } else if (answer.replayed) {
    ledger.recovered += 1
  }
}

/** Sends one check without a key. Returns whether it was acknowledged. */
export const sendKeyless = async (target: Target, ledger: Ledger, prompt: string): Promise<boolean> => {
  ledger.keylessSent += 1
  const answer = await attempt(target, prompt)
  if (answer !== undefined) ledger.keyless.add(answer.id)
  return answer !== undefined
}

const runClient = async (client: number, target: Target, ledger: Ledger) => {
  for (let sent = 0; !target.finished; sent += 1) {
    const prompt = prompts[sent % prompts.length] ?? ""
    if (sent % 5 === 4) {
      await sendKeyless(target, ledger, prompt)
      continue
    }
    const key = `client ${client}, request ${sent}`
    await insist(target, ledger, prompt, key)
    // Now and then an acknowledged one again, which another process may have to answer.
    if (sent % 5 === 0) await insist(target, ledger, prompt, key)
  }
}

/** Lets clients check until `meanwhile` has happened and the last of them has its answer. */
export const checkMeanwhile = async (
  first: Service,
  apiKey: string,
  meanwhile: (target: Target, ledger: Ledger) => Promise<void>
): Promise<Ledger> => {
  const ledger: Ledger = { keyed: new Map(), keyless: new Set(), keylessSent: 0, lost: 0, recovered: 0 }
  const target: Target = { service: first, apiKey, finished: false }
  const load = Promise.all(Array.from({ length: clients }, (_, client) => runClient(client, target, ledger)))
  const happening = meanwhile(target, ledger)
  try {
    // A client that finds a fault ends the test at once.
    await Promise.race([happening, load])
    target.finished = true
    await load
  } finally {
    target.finished = true
    await Promise.allSettled([happening])
    if (target.service !== first) await target.service?.kill()
  }
  return ledger
}

/** Figures for who runs the suite. */
export const describeLedger = ({ keyed, keyless, lost, recovered }: Ledger): string =>
  `${keyed.size + keyless.size} checks acknowledged; ` +
  `${lost} with a key were sent again, ${recovered} of them had been decided`

const whole = `
SELECT
  (SELECT count(*)::int FROM decisions) decisions,
  (SELECT count(*)::int FROM decisions d JOIN decision_inputs i USING (tenant_id, mode, id)) with_input,
  (SELECT count(*)::int FROM decision_inputs) inputs,
  (SELECT sum(checks)::int FROM usage_days) checks_used,
  (SELECT sum(reviewed)::int FROM usage_days) reviews_used,
  (SELECT count(*)::int FROM decisions WHERE outcome = 'review') reviews_decided,
  (SELECT count(*)::int FROM review_items) reviews,
  (SELECT count(*)::int FROM decisions d JOIN review_items r ON r.decision_id = d.id
     AND 'rev_' || replace(r.id::text, '-', '') = d.detail->'actions'->>'reviewId') reviews_of_decisions,
  (SELECT coalesce(sum(json_array_length(detail->'actions'->'webhookEvents')), 0)::int FROM decisions) events,
  (SELECT count(*)::int FROM webhook_deliveries) deliveries,
  (SELECT count(*)::int FROM decisions d JOIN webhook_deliveries w ON w.decision_id = d.id) deliveries_of_decisions`

const keyed = `
SELECT k.key, 'dec_' || replace(d.id::text, '-', '') id
FROM decisions d
LEFT JOIN idempotency_keys k ON k.decision_id = d.id AND k.key IS NOT DISTINCT FROM d.idempotency_key`

/** The database holds what the clients were told, each decision with all that belongs to it. */
export const assertWhole = async (url: string, ledger: Ledger) => {
  await using pool = Object.assign(new Pool({ connectionString: asTester(url), max: 1 }), {
    [Symbol.asyncDispose]: () => pool.end()
  })
  const decisions: ReadonlyArray<{ key: string | null; id: string }> = (await pool.query(keyed)).rows
  const withKeys = decisions.filter(({ key }) => key !== null)
  assert.deepStrictEqual(new Map(withKeys.map(({ id, key }) => [key, id])), ledger.keyed)
  assert.lengthOf(withKeys, ledger.keyed.size)

  const keyless = new Set(decisions.filter(({ key }) => key === null).map(({ id }) => id))
  for (const id of ledger.keyless) assert.isTrue(keyless.has(id), `${id} was acknowledged and is not there`)
  assert.isAtMost(keyless.size, ledger.keylessSent)

  const { rows } = await pool.query(whole)
  const counts = rows[0]
  const each = { decisions: decisions.length, reviews: counts.reviews_decided, events: counts.events }
  assert.deepStrictEqual(counts, {
    decisions: each.decisions,
    with_input: each.decisions,
    inputs: each.decisions,
    checks_used: each.decisions,
    reviews_used: each.reviews,
    reviews_decided: each.reviews,
    reviews: each.reviews,
    reviews_of_decisions: each.reviews,
    events: each.events,
    deliveries: each.events,
    deliveries_of_decisions: each.events
  })
  return counts
}
