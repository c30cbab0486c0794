import fastify from "fastify"
import type { AddressInfo } from "node:net"
import { openBaseline } from "./baseline.ts"
import type { BaselineBody } from "./baseline.ts"

/** The same as the bare server, as most would write it: fastify, its schemas compiled by ajv, and pg. */
const { announce, callerOf, decide } = await openBaseline()

const text = { type: "string" }
const score = {
  type: "object",
  properties: {
    score: { type: "number" },
    review_score: { type: "number" },
    fired: { type: "array", items: text }
  }
}

const body = {
  type: "object",
  required: ["input"],
  properties: {
    input: {
      type: "object",
      required: ["prompt"],
      properties: {
        prompt: { type: "string", minLength: 1, maxLength: 10_000 },
        negative_prompt: { type: "string", maxLength: 5_000 },
        context: { type: "array", maxItems: 20, items: { type: "string", maxLength: 5_000 } }
      }
    },
    policy: { type: "string", minLength: 1, maxLength: 64 },
    user: { type: "string", minLength: 1, maxLength: 128 },
    policy_version: { type: "integer", minimum: 1 },
    metadata: { type: "object", additionalProperties: true }
  }
}

const answer = {
  type: "object",
  properties: {
    id: text,
    outcome: text,
    tags: { type: "array", items: text },
    checks: { type: "object", additionalProperties: score },
    policy: { type: "object", properties: { id: text, version: { type: "integer" } } },
    engine_version: text,
    latency_ms: { type: "integer" },
    dry_run: { type: "boolean" },
    mode: text,
    shadow_mode: { type: "boolean" }
  }
}

const server = fastify()

server.post<{ Body: BaselineBody }>(
  "/v1/check",
  { schema: { body, response: { 200: answer } } },
  async (request, reply) => {
    const caller = callerOf(request.headers.authorization)
    return caller === undefined ? reply.code(401).send({}) : decide(caller, request.body)
  }
)

await server.listen({ port: 0, host: "127.0.0.1" })
announce((server.server.address() as AddressInfo).port)
