import { writeFile } from "node:fs/promises"
import { attributesOf, startCollector } from "../adapters/telemetry/otlpCollector.ts"
import type { OtlpSpan } from "../adapters/telemetry/otlpCollector.ts"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { startReceiver } from "../support/webhookReceiver.ts"
import { bodies } from "./prompts.ts"
import { inWords, tracePlot } from "./tracePlot.ts"
import type { DrawnSpan, SpanGroup } from "./tracePlot.ts"

// `node test/bench/traceDrawing.ts` draws docs/check-trace.svg: the trace of a real check, sent to a service that has
// seen some thousands, with a webhook that it causes. Of the checks that are traced it takes the median.

const [warmUp, traced] = [3_000, 101]
const file = new URL("../../docs/check-trace.svg", import.meta.url)

const call = async ({ keys, url }: Service, path: string, body?: unknown, traceparent = "") => {
  const reply = await send(url, path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${keys.live}`, "content-type": "application/json", traceparent },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`)
  return reply.json()
}

const liftLimits = async ({ cli }: Service) => {
  const { stdout } = await cli(["tenants", "list", "--json"])
  const [{ id }] = JSON.parse(stdout).data
  await cli(["tenants", "limits", id, "--rate-limit-per-minute", "1000000"])
}

/** A policy that tells a receiver of everything it allows. */
const makePolicy = async (service: Service, url: string): Promise<string> => {
  const { data } = await call(service, "/v1/presets")
  const [{ policy }] = data
  const webhooks = [{ url, events: ["allow"], secret: "a secret of 16 or more" }]
  return (await call(service, "/v1/policies", { policy: { ...policy, webhooks } })).id
}

const traceparentOf = (nth: number, flags: string) =>
  `00-${nth.toString(16).padStart(32, "a")}-${"b".repeat(16)}-${flags}`

const nanoseconds = (span: OtlpSpan) => Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano))

/** With what is below them, each after its parent, in the order that they began in. */
const drawn = (spans: ReadonlyArray<OtlpSpan>, heads: ReadonlyArray<OtlpSpan>, arrival: bigint) => {
  const below = (parent: OtlpSpan, depth: number): ReadonlyArray<DrawnSpan> => [
    {
      name: parent.name,
      depth,
      start: Number(BigInt(parent.startTimeUnixNano) - arrival) / 1e6,
      milliseconds: nanoseconds(parent) / 1e6
    },
    ...spans
      .filter(({ parentSpanId, traceId }) => parentSpanId === parent.spanId && traceId === parent.traceId)
      .toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)))
      .flatMap((span) => below(span, depth + 1))
  ]
  return heads.flatMap((head) => below(head, 0))
}

/** Traces of their own that link to one of these. */
const linkedTo = (spans: ReadonlyArray<OtlpSpan>, traceIds: ReadonlyArray<string>) =>
  spans.filter(({ links }) => links.some(({ traceId }) => traceIds.includes(traceId)))

const groupsOf = (spans: ReadonlyArray<OtlpSpan>, check: OtlpSpan): ReadonlyArray<SpanGroup> => {
  const draw = (heads: ReadonlyArray<OtlpSpan>) => drawn(spans, heads, BigInt(check.startTimeUnixNano))
  const linked = linkedTo(spans, [check.traceId])
  const attempts = linked.filter(({ name }) => name === "attemptDelivery")
  const flushes = linked.filter((span) => !attempts.includes(span))
  const recorded = linkedTo(
    spans,
    attempts.map(({ traceId }) => traceId)
  )
  return [
    { title: "The check", colour: "#1f6feb", spans: draw([check]) },
    { title: "The commit that it shares", colour: "#8250df", spans: draw(flushes) },
    { title: "The webhook that follows", colour: "#1a7f37", spans: draw([...attempts, ...recorded]) }
  ]
}

const table = (groups: ReadonlyArray<SpanGroup>) =>
  groups
    .flatMap(({ spans, title }) => [
      title,
      ...spans.map(
        ({ depth, milliseconds, name, start }) =>
          `${`${"  ".repeat(depth + 1)}${name}`.padEnd(32)}${start.toFixed(3).padStart(9)} ms  ${inWords(milliseconds)}`
      )
    ])
    .join("\n")

const draw = async () => {
  await using collector = await startCollector()
  const receiver = await startReceiver()
  const url = receiver.hook()
  {
    await using service = await startService({
      database: "embedded",
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WEBHOOK_ALLOWED_HOSTS: receiver.host }
    })
    await liftLimits(service)
    const policy = await makePolicy(service, url)
    const check = (nth: number, flags: string) =>
      call(
        service,
        "/v1/check",
        { ...JSON.parse(bodies[nth % bodies.length] ?? "{}"), policy },
        traceparentOf(nth, flags)
      )
    for (let nth = 1; nth <= warmUp; nth += 1) await check(nth, "00")
    for (let nth = 1; nth <= traced; nth += 1) {
      await check(warmUp + nth, "01")
      await receiver.received(url, warmUp + nth)
    }
    await service.stop()
  }
  await receiver.close()
  const spans = collector.spans()
  const checks = spans
    .filter(({ attributes }) => attributesOf(attributes)["http.route"] === "/v1/check")
    .toSorted((a, b) => nanoseconds(a) - nanoseconds(b))
  const median = checks[Math.floor(checks.length / 2)]
  if (median === undefined) throw new Error("no check was traced")
  const groups = groupsOf(spans, median)
  await writeFile(file, tracePlot(`The median of ${checks.length} checks, one after the other`, groups))
  process.stdout.write(`${table(groups)}\n`)
}

await draw()
