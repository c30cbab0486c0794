import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { DecisionsApi } from "../../../../src/adapters/http/decisions.api.ts"
import { DeliveriesApi } from "../../../../src/adapters/http/deliveries.api.ts"
import { KeysApi } from "../../../../src/adapters/http/keys.api.ts"
import { requestIssues } from "../../../../src/adapters/http/requests/requestIssues.ts"
import { ReviewApi } from "../../../../src/adapters/http/review.api.ts"
import { RulesApi } from "../../../../src/adapters/http/rules.api.ts"
import { ScreeningApi } from "../../../../src/adapters/http/screening.api.ts"
import { UsageApi } from "../../../../src/adapters/http/usage.api.ts"

interface Sent {
  readonly endpoint: HttpApiEndpoint.Top
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

const issuesOf = ({ body, endpoint, headers = {}, query = {} }: Sent) =>
  requestIssues(
    endpoint,
    { headers, query, params: { id: "rev_1" } },
    body === undefined ? Option.none() : Option.some(body)
  ).issues.map(({ line }) => line)

const outcomes = '"allow", "review", "block"'
const checks = '"minors_sexual", "adult", "real_person", "copyrighted_ip"'
const input = { prompt: "a fox" }
const rule = { name: "a", count: 2, within_seconds: 60, then: { type: "tag", tag: "a" } }

describe("a word that is none of those that may stand there", () => {
  it.each<readonly [string, Sent, string]>([
    ["query.outcome", { endpoint: DecisionsApi.endpoints.list, query: { outcome: "x" } }, outcomes],
    ["query.check", { endpoint: DecisionsApi.endpoints.list, query: { check: "x" } }, checks],
    [
      "query.status",
      { endpoint: DeliveriesApi.endpoints.list, query: { status: "x" } },
      '"pending", "sending", "waiting", "delivered", "failed"'
    ],
    [
      "query.event",
      { endpoint: DeliveriesApi.endpoints.list, query: { event: "x" } },
      '"block", "review", "allow", "tag", "review.verdict"'
    ],
    ["query.mode", { endpoint: UsageApi.endpoints.read, query: { mode: "x" } }, '"live", "test"'],
    [
      "query.status",
      { endpoint: ReviewApi.endpoints.list, query: { status: "x" } },
      '"open", "allowed", "blocked", "dismissed"'
    ],
    [
      "verdict",
      { endpoint: ReviewApi.endpoints.decide, body: { verdict: "x" } },
      '"allow", "block", "dismiss"'
    ],
    ["mode", { endpoint: KeysApi.endpoints.create, body: { mode: "x" } }, '"live", "test"'],
    [
      "when.outcome.0",
      { endpoint: RulesApi.endpoints.create, body: { ...rule, when: { outcome: ["x"] } } },
      outcomes
    ],
    [
      "when.check",
      { endpoint: RulesApi.endpoints.create, body: { ...rule, when: { outcome: ["block"], check: "x" } } },
      checks
    ],
    [
      "header X-Service-Dry-Run",
      { endpoint: ScreeningApi.endpoints.check, headers: { "x-service-dry-run": "x" }, body: { input } },
      '"true", "false"'
    ]
  ])("is answered with all of them: %s", (place, sent, values) => {
    assert.deepStrictEqual(
      issuesOf(sent).filter((issue) => issue.startsWith(`${place}: `)),
      [`${place}: must be one of ${values}`]
    )
  })
})
