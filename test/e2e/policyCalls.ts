import { assert } from "@effect/vitest"
import type { Reply } from "../support/httpClient.ts"
import type { Service } from "../support/serviceProcess.ts"
import { call as send } from "./call.ts"
import type { Fixture } from "./fixture.ts"

/** Calls of the policies' endpoints with one key. A body is sent as its JSON. */
export const policyCalls = (service: Service, key: string) => {
  const call = (method: string, path: string, body?: unknown) =>
    send(service, key, method, `/v1/policies${path}`, body)
  return {
    list: () => call("GET", ""),
    get: (id: string) => call("GET", `/${id}`),
    version: (id: string, version: number | string) => call("GET", `/${id}/versions/${version}`),
    create: (body: unknown) => call("POST", "", body),
    addVersion: (id: string, body: unknown) => call("POST", `/${id}/versions`, body),
    publish: (id: string, body: unknown) => call("POST", `/${id}/publish`, body),
    makeDefault: (id: string) => call("POST", `/${id}/default`),
    dryRun: (id: string, body: unknown) => call("PUT", `/${id}/dry-run`, body)
  }
}

/** The body of a reply that must have this status. */
export const ok = async (reply: Promise<Reply>, status = 200) => {
  const answer = await reply
  assert.strictEqual(answer.status, status, answer.text)
  return answer.json()
}

export const hook = (url: string, secret = "0123456789abcdef") => ({ url, events: ["block", "tag"], secret })

/** A valid document, its checks and tags in an order that is nobody's default. */
export const wireDocument = (some: object = {}) => ({
  version: 1,
  name: "Shop",
  checks: {
    real_person: { act: 0.6, review: 0.4, on_act: { type: "tag", tag: "z" }, on_review: { type: "allow" } },
    minors_sexual: {
      enabled: true,
      act: 0.5,
      review: 0.3,
      on_act: { type: "block" },
      on_review: { type: "review" }
    },
    adult: {
      enabled: false,
      act: 1,
      review: 0,
      on_act: { type: "review" },
      on_review: { type: "tag", tag: "a" }
    }
  },
  adult: { max_level: 5 },
  youth_coded_adult: "block",
  webhooks: [],
  tags: { z: { description: "Last." }, a: {} },
  ...some
})

export const unknownId = `pol_${"0".repeat(32)}`

/** A workspace with one policy, of version 1, and the calls of its live key. */
export const makePolicy = async ({ service, storage }: Fixture, policy: object) => {
  const made = await storage.createWorkspace({ policy: undefined })
  const calls = policyCalls(service, made.live)
  const { id } = await ok(calls.create({ policy }), 201)
  return { ...made, calls, id: String(id) }
}
