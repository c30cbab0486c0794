import { HttpApi } from "effect/http-api"
import { DescribedApi } from "../../src/adapters/http/Api.ts"
import { wireDocument } from "./policyCalls.ts"

/** What an id in a path names. A policy, a key and a rule belong to the whole workspace, the others to one mode. */
export type ObjectKind = "decision" | "review" | "delivery" | "policy" | "key" | "rule"

export interface EndpointCase {
  /** How the plan looks at it. A revocation works whatever the plan. */
  readonly kind: "check" | "read" | "write" | "revocation"
  readonly object?: ObjectKind
  /** A body that is right. */
  readonly body?: unknown
  /** What a key of a mode is told before anything else of the plan or the object. */
  readonly forbidden?: { readonly test?: string; readonly live?: string }
  /** Whether a workspace without a plan may have none of what it makes. */
  readonly needsPlan?: boolean
}

export const rule = {
  name: "Many blocks",
  when: { outcome: ["block"] },
  count: 3,
  window_seconds: 3600,
  then: { type: "pause", seconds: 60 }
}

const liveOnly = { test: "test_key_forbidden" }

/** One right request for each endpoint under `/v1`. */
const cases: Readonly<Record<string, EndpointCase>> = {
  "POST /v1/check": { kind: "check", body: { input: { prompt: "two foxes" } } },
  "GET /v1/decisions": { kind: "read" },
  "GET /v1/decisions/:id": { kind: "read", object: "decision" },
  "GET /v1/decisions/:id/explain": { kind: "read", object: "decision" },
  "GET /v1/presets": { kind: "read" },
  "GET /v1/policies": { kind: "read" },
  "POST /v1/policies": { kind: "write", body: { preset: "stock-imagery" } },
  "GET /v1/policies/:id": { kind: "read", object: "policy" },
  "POST /v1/policies/:id/versions": { kind: "write", object: "policy", body: wireDocument() },
  "GET /v1/policies/:id/versions/:version": { kind: "read", object: "policy" },
  "POST /v1/policies/:id/publish": { kind: "write", object: "policy", body: { version: 1 } },
  "POST /v1/policies/:id/default": { kind: "write", object: "policy" },
  "PUT /v1/policies/:id/dry-run": { kind: "write", object: "policy", body: { version: null } },
  "GET /v1/review": { kind: "read" },
  "GET /v1/review/:id": { kind: "read", object: "review" },
  "POST /v1/review/:id/verdict": { kind: "write", object: "review", body: { verdict: "dismiss" } },
  "GET /v1/deliveries": { kind: "read" },
  "GET /v1/deliveries/:id": { kind: "read", object: "delivery" },
  "POST /v1/deliveries/:id/redeliver": { kind: "write", object: "delivery" },
  "POST /v1/moderations": { kind: "check", body: { input: "two foxes" } },
  "GET /v1/keys": { kind: "read" },
  "POST /v1/keys": { kind: "write", body: { mode: "test" } },
  "DELETE /v1/keys/:id": { kind: "revocation", object: "key" },
  "GET /v1/plan": { kind: "read" },
  "GET /v1/tenant": { kind: "read" },
  "PATCH /v1/tenant": { kind: "write", body: { name: "B" }, forbidden: liveOnly },
  "GET /v1/usage": { kind: "read" },
  "GET /v1/rules": { kind: "read" },
  "POST /v1/rules": { kind: "write", body: rule, forbidden: liveOnly, needsPlan: true },
  "GET /v1/rules/:id": { kind: "read", object: "rule" },
  "PATCH /v1/rules/:id": { kind: "write", object: "rule", body: { count: 5 }, forbidden: liveOnly },
  "DELETE /v1/rules/:id": { kind: "write", object: "rule", forbidden: liveOnly },
  "GET /v1/users/:user": { kind: "read" },
  "POST /v1/users/:user/pause": { kind: "write", body: { note: "a note" } },
  "POST /v1/users/:user/resume": { kind: "write" }
}

export interface Endpoint extends EndpointCase {
  /** Method and path as they are declared. */
  readonly name: string
  readonly method: string
  /** The path with its parameters filled in. */
  readonly path: (id: string) => string
}

/** Every endpoint under `/v1` that the service has. One that has no case above fails the file that asks. */
export const endpoints = (): ReadonlyArray<Endpoint> => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(DescribedApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      if (!endpoint.path.startsWith("/v1/")) return
      const name = `${endpoint.method} ${endpoint.path}`
      const known = cases[name]
      if (known === undefined) throw new Error(`test/e2e/endpoints.ts has no case for ${name}`)
      if (endpoint.path.includes("/:id") !== (known.object !== undefined)) {
        throw new Error(`test/e2e/endpoints.ts does not say what the id of ${name} names`)
      }
      const path = (id: string) =>
        endpoint.path.replace(":id", id).replace(":version", "1").replace(":user", "user-1")
      found.push({ ...known, name, method: endpoint.method, path })
    }
  })
  return found
}
