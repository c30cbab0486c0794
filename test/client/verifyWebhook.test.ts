// @effect-diagnostics globalDate:off -- the client has no Effect
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Redacted } from "effect"
import { signatureHeaders } from "../../src/adapters/delivery/signatures.ts"
import { verifyWebhook, WebhookVerificationError } from "../../src/client/client.ts"
import type { VerifyOptions, WebhookEvent } from "../../src/client/client.ts"
import { webhookEvents } from "../../src/domain/policy/PolicyDocument.ts"
import { DecisionId, DeliveryId, PolicyId, ReviewId, TenantId } from "../../src/domain/shared/ids.ts"
import { payloadOf } from "../../src/domain/webhooks/payload.ts"
import type { Occasion } from "../../src/domain/webhooks/payload.ts"

const secret = "a sécret of 16 or more"
const digits = "01a1f98fb3b1752499748d8522714825"
const id = DeliveryId.make("01a1f98f-b3b1-7525-8749-8d8522714825")

const occasion: Occasion = {
  decision: {
    id: DecisionId.make(`dec_${digits}`),
    tenantId: TenantId.make(`ten_${digits}`),
    outcome: "review",
    tags: ["ünïcode \u{1f98a}"],
    policyId: PolicyId.make(`pol_${digits}`),
    policyVersion: 3
  },
  review: null
}

const givenVerdict = {
  id: ReviewId.make(`rev_${digits}`),
  verdict: "allow",
  note: null,
  verdictAt: DateTime.makeUnsafe("2026-11-20T16:00:00.000Z")
}

const body = JSON.stringify(payloadOf(id, "review", occasion))
const now = new Date("2026-11-20T16:00:00Z")
const seconds = now.getTime() / 1_000

const signed = (secrets: ReadonlyArray<string> = [secret], timestamp = seconds) =>
  signatureHeaders({ id, body, timestamp, secrets: secrets.map((text) => Redacted.make(text)) })

const without = (headers: Readonly<Record<string, string>>, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))

const standard = ["webhook-id", "webhook-timestamp", "webhook-signature"]

type Parameters = Partial<{
  secret: string
  body: string | Uint8Array | ArrayBuffer
  headers: Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  options: VerifyOptions
}>

const verify = (changed: Parameters = {}) =>
  verifyWebhook(changed.secret ?? secret, changed.body ?? body, changed.headers ?? signed(), {
    now,
    ...changed.options
  })

const refused = async (changed: Parameters) => {
  const outcome = await verify(changed).then(
    () => "believed",
    (error: unknown) => error
  )
  assert.instanceOf(outcome, WebhookVerificationError, JSON.stringify(changed))
}

describe("a webhook call that the service made", () => {
  it("is believed, whatever form body and headers have, and read as what was sent", async () => {
    const bytes = new TextEncoder().encode(body)
    const lowerCase = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toLowerCase(), [value]])
    )
    for (const changed of [{}, { body: bytes }, { body: bytes.buffer }, { headers: new Headers(signed()) }]) {
      assert.deepStrictEqual<WebhookEvent>(await verify(changed), JSON.parse(body))
    }
    assert.deepStrictEqual<WebhookEvent>(await verify({ headers: lowerCase }), JSON.parse(body))
  })

  it("is believed while the secret is rotated", async () => {
    assert.isObject(await verify({ headers: signed(["the new secret of theirs", secret]) }))
  })

  it("is believed by X-Service-Signature alone only where that is allowed", async () => {
    const headers = without(signed(), ...standard)
    assert.isObject(await verify({ headers, options: { allowUntimed: true } }))
    await refused({ headers })
  })

  it("is believed or not by the headers that sign the time where it has any, whatever is allowed", async () => {
    const options = { allowUntimed: true }
    assert.isObject(await verify({ headers: signed(["the new secret of theirs", secret]), options }))
    await refused({ headers: signed([secret], seconds - 301), options })
    for (const name of standard) await refused({ headers: without(signed(), name), options })
  })

  it("has one of the events that the client's types know", () => {
    const known: Readonly<Record<WebhookEvent["event"], true>> = {
      allow: true,
      review: true,
      block: true,
      tag: true,
      "review.verdict": true
    }
    assert.sameMembers(Object.keys(known), [...webhookEvents])
  })

  it("has the shape that the client's types say, for decisions and for verdicts", async () => {
    const event = await verify()
    assert.deepInclude(event, { id, event: "review" })
    assert.hasAllKeys(event.decision, [
      "id",
      "tenantId",
      "outcome",
      "tags",
      "policyId",
      "policyVersion",
      "createdAt"
    ])
    const verdict = JSON.stringify(payloadOf(id, "review.verdict", { ...occasion, review: givenVerdict }))
    const headers = { "X-Service-Signature": "" }
    Object.assign(
      headers,
      signatureHeaders({ id, body: verdict, timestamp: seconds, secrets: [Redacted.make(secret)] })
    )
    const ruled = await verify({ body: verdict, headers })
    assert.strictEqual(ruled.event, "review.verdict")
    if (ruled.event === "review.verdict") {
      assert.hasAllKeys(ruled.review, ["id", "verdict", "note", "verdictAt"])
      assert.hasAllKeys(ruled.decision, ["id", "tenantId", "outcome", "policyId", "policyVersion"])
    }
  })
})

describe("a webhook call that the service did not make", () => {
  it("is refused when its body, its secret, its id or its signature differs", async () => {
    await refused({ body: `${body} ` })
    await refused({ secret: `${secret}!` })
    await refused({ headers: { ...signed(), "webhook-id": "another" } })
    await refused({ headers: { ...signed(), "webhook-signature": "v1,AAAA v2,x v1," } })
    await refused({ headers: {} })
    await refused({ secret: "" })
    // A caller without types may read a secret that is not set.
    const unset = signed(["null"])
    const outcome = await Promise.resolve(JSON.parse("null"))
      .then((none) => verifyWebhook(none, body, unset, { now }))
      .catch((error: unknown) => error)
    assert.instanceOf(outcome, WebhookVerificationError)
    for (const forged of ["", "0".repeat(64), "not hex", `${signed()["X-Service-Signature"]}00`]) {
      await refused({ headers: { "X-Service-Signature": forged }, options: { allowUntimed: true } })
    }
  })

  it("is refused when nobody can tell how old it is", async () => {
    for (const options of [{ now, toleranceSeconds: Number.NaN }, { now: new Date(Number.NaN) }]) {
      const call = verifyWebhook(secret, body, signed(), options)
      const error = await call.catch((cause: unknown) => cause)
      assert.instanceOf(error, WebhookVerificationError)
    }
  })

  it("is refused when it is older than five minutes, or from later on", async () => {
    for (const timestamp of [seconds - 301, seconds + 301])
      await refused({ headers: signed([secret], timestamp) })
    for (const timestamp of [seconds - 299, seconds + 299]) {
      assert.isObject(await verify({ headers: signed([secret], timestamp) }))
    }
    await refused({ headers: { ...signed(), "webhook-timestamp": "soon" } })
  })

  it("is refused when one of the headers that sign the time was left out", async () => {
    for (const name of standard) await refused({ headers: without(signed(), name) })
  })
})
