import { assert } from "@effect/vitest"
import type { Reply } from "../support/httpClient.ts"
import { assertRateLimitHeaders } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"
import type { Storage, TestWorkspace } from "./Storage.ts"

export const withKey = (key: string, headers: Record<string, string> = {}) => ({
  headers: { "idempotency-key": key, ...headers }
})

/** How many of each thing the workspace has. */
export const count = async (storage: Storage, { tenantId }: TestWorkspace) => {
  const tenant = uuidOf(tenantId)
  const [row] = await storage.rows(
    `SELECT
       (SELECT count(*)::int FROM decisions WHERE tenant_id = $1) decisions,
       (SELECT count(*)::int FROM decision_inputs WHERE tenant_id = $1) inputs,
       (SELECT count(*)::int FROM review_items WHERE tenant_id = $1) reviews,
       (SELECT coalesce(sum(checks), 0)::int FROM usage_days WHERE tenant_id = $1) checks`,
    [tenant]
  )
  return row
}

export const assertFirst = (reply: Reply) => {
  assert.strictEqual(reply.status, 200, reply.text)
  assert.isUndefined(reply.headers["idempotent-replayed"])
}

export const assertReplayOf = (first: Reply, reply: Reply) => {
  assert.strictEqual(reply.status, 200, reply.text)
  assert.strictEqual(reply.headers["idempotent-replayed"], "true")
  assert.strictEqual(reply.headers["content-type"], "application/json")
  assert.deepStrictEqual(reply.json(), first.json())
  assertRateLimitHeaders(reply)
}
