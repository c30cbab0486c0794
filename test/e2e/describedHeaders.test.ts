import { assert, describe, it } from "@effect/vitest"
import { readApiDocument } from "../support/ApiDocument.ts"
import { send } from "../support/httpClient.ts"
import { asking, check, shareService } from "./fixture.ts"

const fixture = shareService()

interface Header {
  readonly required: boolean
  readonly description: string
  readonly schema: { readonly type: string }
  readonly example: unknown
}

interface Response {
  readonly $ref?: string
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>
}

const readText = async () => (await send(fixture.service.url, "/openapi.json")).text

/** Every response of every operation, with its headers: those that it always has, and those that it may have. */
const responses = async () => {
  const { components, paths } = JSON.parse(await readText())
  const named = <A>(kind: string, $ref: string): A => components[kind][$ref.split("/").at(-1) ?? ""]
  return Object.entries<Record<string, { readonly responses: Record<string, Response> }>>(paths).flatMap(
    ([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        Object.entries(operation.responses).map(([status, response]) => {
          const written = response.$ref === undefined ? response : named<Response>("responses", response.$ref)
          const headers = Object.entries(written.headers).map(
            ([name, { $ref }]) => [name, named<Header>("headers", $ref)] as const
          )
          const namesWhere = (required: boolean) =>
            headers.filter(([, header]) => header.required === required).map(([name]) => name)
          return {
            name: `${method} ${path} ${status}`,
            path,
            status: Number(status),
            headers,
            always: namesWhere(true),
            sometimes: namesWhere(false)
          }
        })
      )
  )
}

interface Place {
  readonly name: string
  readonly path: string
  readonly status: number
}

type Where = (place: Place) => boolean

const everywhere: Where = () => true
const isGated: Where = ({ path }) => path.startsWith("/v1/")
const isLimited: Where = (place) => isGated(place) && place.status < 500
const isOverloaded: Where = (place) => isGated(place) && place.status >= 500
const isCheck: Where = ({ name }) => name === "post /v1/check 200"
const isReplayable: Where = (place) => isCheck(place) || place.name === "post /v1/moderations 200"

const promised: Readonly<Record<string, Where>> = {
  "X-Request-Id": everywhere,
  "X-RateLimit-Limit": isLimited,
  "X-RateLimit-Remaining": isLimited,
  "X-RateLimit-Reset": isLimited,
  "Retry-After": (place) => isGated(place) && [429, 503].includes(place.status),
  "WWW-Authenticate": ({ status }) => status === 401,
  "Server-Timing": isCheck
}

const possible: Readonly<Record<string, Where>> = {
  "X-RateLimit-Limit": isOverloaded,
  "X-RateLimit-Remaining": isOverloaded,
  "X-RateLimit-Reset": isOverloaded,
  "Server-Timing": (place) => isGated(place) && !isCheck(place),
  "Idempotent-Replayed": isReplayable
}

const namesAt = (headers: Readonly<Record<string, Where>>, place: Place) =>
  Object.keys(headers).filter((name) => headers[name]?.(place) === true)

describe("the headers of answers, in the description", () => {
  it("are listed with every response: all that the service promises, and no other", async () => {
    const all = await responses()
    assert.isAbove(all.length, 200)
    for (const { always, sometimes, ...place } of all) {
      assert.sameMembers(always, namesAt(promised, place), place.name)
      assert.sameMembers(sometimes, namesAt(possible, place), place.name)
    }
  })

  it("have words, a type and an example each", async () => {
    for (const { headers } of await responses()) {
      for (const [name, { description, example, schema }] of headers) {
        assert.isNotEmpty(description, name)
        assert.strictEqual(typeof example, schema.type === "integer" ? "number" : schema.type, name)
      }
    }
  })

  it("are held to by the tests: one that is missing, not as described or not listed is found, as is a field", async () => {
    const { storage, service, engine } = fixture
    const { live } = await storage.createWorkspace()
    const operation = { method: "POST", path: "/v1/check" }
    const document = readApiDocument(JSON.parse(await readText()))
    const reply = await check(service, live, asking(engine.prompt()))
    const complaint = (change: Readonly<Record<string, string | undefined>>) =>
      document.complaintAbout(operation, { ...reply, headers: { ...reply.headers, ...change } })
    assert.isUndefined(complaint({}))
    assert.isUndefined(complaint({ "idempotent-replayed": "true" }))
    assert.strictEqual(complaint({ "x-request-id": undefined }), "200 without X-Request-Id")
    assert.strictEqual(complaint({ "server-timing": undefined }), "200 without Server-Timing")
    assert.strictEqual(complaint({ "x-ratelimit-reset": "soon" }), "200 with X-RateLimit-Reset: soon")
    assert.strictEqual(complaint({ "idempotent-replayed": "yes" }), "200 with Idempotent-Replayed: yes")
    assert.strictEqual(complaint({ "x-own": "1" }), "200 with x-own, which is not in the document")
    assert.strictEqual(
      complaint({ "retry-after": "1" }),
      "200 with retry-after, which is not in the document"
    )
  })
})
