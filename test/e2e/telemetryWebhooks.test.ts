import { assert, describe, it } from "@effect/vitest"
import { attributesOf, startCollector } from "../adapters/telemetry/otlpCollector.ts"
import type { OtlpSpan } from "../adapters/telemetry/otlpCollector.ts"
import { startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { startReceiver } from "../support/webhookReceiver.ts"
import { asking, decide, jsonHeaders } from "./fixture.ts"
import { openStorage, uuidOf } from "./Storage.ts"
import { policyFor } from "./webhooks.ts"

const checked = "1".repeat(32)
const ruled = "2".repeat(32)
const untraced = "3".repeat(32)

const within = (traceId: string, flags = "01") => ({
  traceparent: `00-${traceId}-${"b".repeat(16)}-${flags}`
})

const toldOf = ({ attributes }: OtlpSpan) =>
  ["event", "attempt", "outcome"].map((name) => attributesOf(attributes)[`prescreen.webhook.${name}`])

/** A service that is traced, with a workspace whose webhook fails the first time. */
const setUp = async (stack: AsyncDisposableStack) => {
  const collector = stack.use(await startCollector())
  const receiver = await startReceiver()
  stack.defer(receiver.close)
  const engine = await startScriptedEngine()
  stack.defer(engine.close)
  const service = stack.use(
    await startService({
      environment: {
        ENGINE: "http",
        ENGINE_URL: engine.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        WEBHOOK_ALLOWED_HOSTS: receiver.host,
        WEBHOOK_RETRY_DELAYS: "0s,10ms"
      }
    })
  )
  const storage = openStorage(service)
  stack.defer(storage.close)
  const url = receiver.hook((response, count) => response.writeHead(count === 1 ? 500 : 204).end())
  const policy = policyFor([url, ["review", "review.verdict"]])
  const { live } = await storage.createWorkspace({ policy })
  return { collector, engine, live, receiver, service, storage, url }
}

describe("traces of webhooks", () => {
  it("link each attempt to the check or verdict that it comes from, and go on in the receiver", async () => {
    await using stack = new AsyncDisposableStack()
    const { collector, engine, live, receiver, service, storage, url } = await setUp(stack)
    const review = asking(engine.prompt({ real_person: 0.6 }))
    const { id } = await decide(service, live, review, { headers: within(checked) })
    await receiver.received(url, 2)
    const [item] = await storage.rows("SELECT id FROM review_items WHERE decision_id = $1", [uuidOf(id)])
    const reply = await send(service.url, `/v1/review/rev_${String(item.id).replaceAll("-", "")}/verdict`, {
      method: "POST",
      headers: { ...jsonHeaders(live), ...within(ruled) },
      body: JSON.stringify({ verdict: "allow" })
    })
    assert.strictEqual(reply.status, 200, reply.text)
    await receiver.received(url, 3)
    await decide(service, live, review, { headers: within(untraced, "00") })
    const calls = await receiver.received(url, 4)
    await until("all are on record as delivered", async () => {
      const rows = await storage.rows("SELECT FROM webhook_deliveries WHERE status <> 'delivered'")
      return rows.length === 0
    })
    assert.strictEqual(await service.stop(), 0)

    const spans = collector.spans()
    const requestIn = (traceId: string) =>
      spans.find((span) => span.traceId === traceId && span.kind === 2)?.spanId ?? ""
    const attempts = spans.filter(({ name }) => name === "attemptDelivery")
    assert.deepStrictEqual(
      attempts.map((attempt) => [
        toldOf(attempt),
        attempt.links.map(({ spanId, traceId }) => [traceId, spanId])
      ]),
      [
        [["review", "1", "waiting"], [[checked, requestIn(checked)]]],
        [["review", "2", "delivered"], [[checked, requestIn(checked)]]],
        [["review.verdict", "1", "delivered"], [[ruled, requestIn(ruled)]]]
      ]
    )
    const sent = attempts.map(({ spanId }) =>
      spans.find((span) => span.parentSpanId === spanId && span.name === "WebhookSenderHttp.send")
    )
    assert.deepStrictEqual(
      sent.map((span) => attributesOf(span?.attributes ?? [])["http.response.status_code"]),
      ["500", "204", "204"]
    )
    const failed = 2
    assert.deepStrictEqual(
      sent.map((span) => span?.status?.code === failed),
      [true, false, false]
    )
    assert.deepStrictEqual(
      calls.slice(0, 3).map(({ headers }) => headers["traceparent"]),
      sent.map((span) => `00-${span?.traceId}-${span?.spanId}-01`)
    )
    // What the caller did not want traced is not, and the receiver is told so.
    assert.match(String(calls[3]?.headers["traceparent"]), /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    assert.isEmpty(spans.filter(({ traceId }) => traceId === untraced))
  })
})
