// @effect-diagnostics globalDate:off globalTimers:off -- the client has no Effect
import { assert, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { createPrescreen, PrescreenError } from "../../src/client/client.ts"
import type { CallOptions, Prescreen, PrescreenOptions } from "../../src/client/client.ts"
import { pauseBefore } from "../../src/client/retry.ts"
import { listen } from "../support/listen.ts"

interface Stand {
  readonly prescreen: Prescreen
  readonly requests: ReadonlyArray<{
    readonly url: string | undefined
    readonly headers: IncomingHttpHeaders
  }>
}

type Step = (response: ServerResponse) => unknown

const json =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body))

const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Step =>
  json(
    status,
    { type: "t", title: "A title", status, instance: "urn:i", code, issues: [] },
    { "x-request-id": "req_1", "content-type": "application/problem+json", ...headers }
  )

const soon = { "retry-after": "0" }
const decided = json(200, { id: "dec_1", outcome: "allow" })
const reset: Step = (response) => response.destroy()
const hang: Step = () => undefined

/** A server that goes through its steps, the last of them for ever, and a client of it. */
const withStand = async (
  steps: ReadonlyArray<Step>,
  use: (stand: Stand) => Promise<unknown>,
  options: Partial<PrescreenOptions> = {}
) => {
  const requests: Array<Stand["requests"][number]> = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers })
    const step = steps[requests.length - 1] ?? steps.at(-1)
    request.resume().on("end", () => step?.(response))
  })
  const baseUrl = `http://127.0.0.1:${await listen(server)}/`
  try {
    await use({ prescreen: createPrescreen({ baseUrl, apiKey: "svc_test_x", ...options }), requests })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const asking = { input: { prompt: "two foxes" } }

const failureOf = async (promise: Promise<unknown>): Promise<PrescreenError> => {
  const failure: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  if (!(failure instanceof PrescreenError)) throw new Error(`not a PrescreenError: ${String(failure)}`)
  return failure
}

const check = (prescreen: Prescreen, options?: CallOptions) => prescreen.check(asking, options)

describe("a check of the client", () => {
  const refusals = [
    problem(429, "rate_limited", soon),
    problem(503, "screening_unavailable", soon),
    problem(500, "internal_error", soon)
  ]
  it("is tried again after 429, 503, 500 and no answer, each time with the same Idempotency-Key", () =>
    withStand([...refusals, reset, decided], async ({ prescreen, requests }) => {
      assert.strictEqual((await check(prescreen)).outcome, "allow")
      const keys = requests.map(({ headers }) => headers["idempotency-key"])
      assert.lengthOf(keys, 5)
      assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
      assert.lengthOf(new Set(keys), 1)
    }))

  it("is tried again after a proxy's word that nobody answered", () =>
    withStand([json(502, {}), json(504, {}), decided], async ({ prescreen, requests }) => {
      assert.strictEqual((await check(prescreen)).outcome, "allow")
      assert.lengthOf(requests, 3)
    }))

  it("has a new Idempotency-Key of its own unless it is given one", () =>
    withStand([decided], async ({ prescreen, requests }) => {
      await check(prescreen)
      await check(prescreen)
      await prescreen.check(asking, { idempotencyKey: "order-1", dryRun: true })
      const [first, second, third] = requests.map(({ headers }) => headers)
      assert.notStrictEqual(first?.["idempotency-key"], second?.["idempotency-key"])
      assert.strictEqual(third?.["idempotency-key"], "order-1")
      assert.strictEqual(third?.["x-service-dry-run"], "true")
      assert.strictEqual(first?.["x-service-dry-run"], undefined)
      assert.strictEqual(first?.authorization, "Bearer svc_test_x")
    }))

  it("is not tried again after any other 4xx", () =>
    withStand([problem(422, "no_default_policy"), decided], async ({ prescreen, requests }) => {
      const failure = await failureOf(check(prescreen))
      assert.deepInclude(failure, { code: "no_default_policy", status: 422, requestId: "req_1" })
      assert.strictEqual(failure.message, "A title")
      assert.lengthOf(requests, 1)
    }))

  it("gives up after its retries, with the last refusal", () =>
    withStand([problem(503, "screening_unavailable", soon)], async ({ prescreen, requests }) => {
      assert.strictEqual((await failureOf(check(prescreen, { maxRetries: 2 }))).code, "screening_unavailable")
      assert.lengthOf(requests, 3)
    }))

  it("gives up after four retries unless it is told otherwise", () =>
    withStand([problem(503, "screening_unavailable", soon)], async ({ prescreen, requests }) => {
      await failureOf(check(prescreen))
      assert.lengthOf(requests, 5)
    }))

  it("does not wait for more than a minute", () =>
    withStand([problem(429, "rate_limited", { "retry-after": "61" })], async ({ prescreen, requests }) => {
      assert.strictEqual((await failureOf(check(prescreen))).code, "rate_limited")
      assert.lengthOf(requests, 1)
    }))

  it("takes no answer for an allow that is none of the service's", () =>
    withStand(
      [json(302, {}, { location: "/elsewhere", "x-request-id": "req_2" })],
      async ({ prescreen, requests }) => {
        const failure = await failureOf(check(prescreen))
        assert.deepInclude(failure, { code: "unexpected_answer", status: 302, requestId: "req_2" })
        assert.lengthOf(requests, 1)
      }
    ))

  it.each([
    [200, "<html>"],
    [200, ""],
    [400, "<html>"],
    [400, "null"],
    [400, '"code"'],
    [400, '{"code":"x"}'],
    [400, '{"code":"x","title":"t"}'],
    [400, '{"code":"x","title":"t","issues":"none"}'],
    [400, '{"code":"x","issues":[]}'],
    [400, '{"code":1,"title":"t","issues":[]}']
  ])("takes %d with %j for nothing that the service says", (status, text) =>
    withStand([(response) => response.writeHead(status).end(text)], async ({ prescreen, requests }) => {
      const failure = await failureOf(check(prescreen))
      assert.deepInclude(failure, { code: "unexpected_answer", status, problem: undefined, issues: [] })
      assert.lengthOf(requests, 1)
    })
  )

  it("ends with its time", () =>
    withStand([hang], async ({ prescreen }) => {
      for (const options of [{}, { signal: new AbortController().signal }]) {
        const failure = await failureOf(check(prescreen, { timeoutMs: 50, maxRetries: 0, ...options }))
        assert.deepInclude(failure, { code: "timeout", status: undefined })
      }
    }))

  it.each<readonly [string, Step, CallOptions]>([
    ["an answer", hang, {}],
    ["the last answer", hang, { maxRetries: 0 }],
    ["a retry", problem(503, "screening_unavailable", { "retry-after": "30" }), {}]
  ])("ends with the caller's signal while it waits for %s", (_, step, options) =>
    withStand([step], async ({ prescreen }) => {
      const reason = new Error("the user left")
      const controller = new AbortController()
      const call = check(prescreen, { signal: controller.signal, ...options })
      setTimeout(() => controller.abort(reason), 100)
      assert.strictEqual(await call.catch((error: unknown) => error), reason)
    })
  )
})

describe("a mistake of the caller's", () => {
  it.each<Partial<PrescreenOptions>>([
    { baseUrl: "prescreen.example.com" },
    { baseUrl: "" },
    { baseUrl: "https://" },
    { baseUrl: "ftp://prescreen.example.com" },
    { baseUrl: "https://prescreen.example.com?" },
    { baseUrl: "https://prescreen.example.com/#" },
    { baseUrl: "https://prescreen.example.com " },
    { baseUrl: "https://u:secret@prescreen.example.com" },
    { baseUrl: "https://prescreen.example.com/?key=secret" },
    { baseUrl: "https://prescreen.example.com/#secret" },
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { timeoutMs: 2 ** 31 },
    { maxRetries: -1 },
    { maxRetries: Number.NaN },
    { apiKey: "svc_test_\nsecret" },
    { apiKey: "svc_test_secret\u2019" }
  ])("is told at once, without the key: %j", (options) =>
    withStand(
      [decided],
      async ({ prescreen, requests }) => {
        const error = await prescreen.check({ input: { prompt: "a fox" } }).catch((cause: unknown) => cause)
        assert.instanceOf(error, TypeError)
        assert.notInclude(String(error), "secret")
        assert.lengthOf(requests, 0)
      },
      options
    )
  )
})

describe("what must not happen twice", () => {
  const make = (prescreen: Prescreen) => prescreen.policies.create({ preset: "family-app" })

  it("is not repeated when it may have happened", async () => {
    const doubtful = [
      reset,
      problem(500, "internal_error", soon),
      problem(503, "screening_unavailable", soon),
      json(503, {}, soon)
    ]
    for (const step of doubtful) {
      await withStand([step], async ({ prescreen, requests }) => {
        await failureOf(make(prescreen))
        assert.lengthOf(requests, 1)
      })
    }
  })

  it("is repeated when it was refused", () =>
    withStand([problem(429, "rate_limited", soon), json(201, { id: "pol_1" })], async ({ prescreen }) => {
      assert.strictEqual((await make(prescreen)).id, "pol_1")
    }))
})

describe("what is harmless twice", () => {
  it.each<readonly [string, (prescreen: Prescreen) => Promise<unknown>]>([
    ["a moderation", (prescreen) => prescreen.moderations.create({ input: "two foxes" })],
    ["a change", (prescreen) => prescreen.tenant.change({ name: "Acme" })],
    ["a reading", (prescreen) => prescreen.tenant.read()]
  ])("is repeated after a 503 and after no answer: %s", (_, call) =>
    withStand(
      [problem(503, "screening_unavailable", soon), reset, json(200, {})],
      async ({ prescreen, requests }) => {
        assert.deepStrictEqual(await call(prescreen), {})
        assert.lengthOf(requests, 3)
      }
    )
  )
})

describe("the pause before a retry", () => {
  it("is what Retry-After says, in seconds or as a date, and up to a tenth more", () => {
    const inSeconds = pauseBefore(1, new Headers({ "retry-after": "7" })) ?? 0
    assert.isTrue(inSeconds >= 7_000 && inSeconds <= 7_700)
    assert.isAtLeast(pauseBefore(1, new Headers({ "retry-after": "60" })) ?? 0, 60_000)
    const date = new Date(Date.now() + 20_000).toUTCString()
    const untilDate = pauseBefore(1, new Headers({ "retry-after": date })) ?? 0
    assert.isTrue(untilDate > 10_000 && untilDate <= 22_000)
  })

  it.each([
    undefined,
    new Headers(),
    new Headers({ "retry-after": "soon" }),
    new Headers({ "retry-after": "-5" }),
    new Headers({ "retry-after": "1.5" })
  ])("doubles without one up to eight seconds, and differs from caller to caller: %s", (headers) => {
    for (const [retry, longest] of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000].entries()) {
      const pauses = Array.from({ length: 60 }, () => pauseBefore(retry + 1, headers) ?? 0)
      assert.isTrue(pauses.every((pause) => pause >= longest / 2 && pause <= longest))
      assert.isAbove(new Set(pauses).size, 1)
    }
  })
})
