import type { ApiDocument, Operation } from "../../support/ApiDocument.ts"
import { brokenHeaderLines, hostileEscape, hostileHeader, hostileJson, hostileText } from "./hostileValues.ts"
import type { JsonText } from "./hostileValues.ts"
import type { Random } from "./random.ts"
import { makeSoundValue } from "./soundValue.ts"
import type { Known } from "./soundValue.ts"

export interface FuzzRequest {
  readonly method: string
  /** As it stands in the request line, in latin1. */
  readonly target: string
  readonly headerLines: ReadonlyArray<string>
  readonly body: Buffer | undefined
  /** Whether it is HTTP, so that an endpoint gets to see it. */
  readonly intact: boolean
}

export interface Workshop {
  readonly document: ApiDocument
  readonly key: string
  readonly known: Known
}

/** Stands for a place in JSON until the text is written. */
const marker = (index: number) => `\u0001${index}\u0001`

/** Writes a value, with hostile JSON in the place of some of its parts. */
const spoil = (value: unknown, random: Random): JsonText => {
  const replacements: Array<JsonText> = []
  const replace = () => marker(replacements.push(hostileJson(random)) - 1)
  const visit = (part: unknown, depth: number): unknown => {
    if (random.chance(depth === 0 ? 0.05 : 0.25)) return replace()
    if (Array.isArray(part)) return part.map((child) => visit(child, depth + 1))
    if (typeof part !== "object" || part === null) return part
    const kept = Object.entries(part).filter(() => !random.chance(0.08))
    const entries = kept.map(([name, child]) => [name, visit(child, depth + 1)] as const)
    const extra = random.chance(0.15) ? [[hostileText(random), replace()] as const] : []
    return Object.fromEntries([...entries, ...extra])
  }
  const text = JSON.stringify(visit(value, 0))
  const whole = replacements.reduce(
    (text, replacement, index) => text.replace(JSON.stringify(marker(index)), () => replacement),
    text
  )
  return random.chance(0.1) && whole.startsWith("{")
    ? `{"__proto__":${hostileJson(random)},${whole.slice(1)}`
    : whole
}

/** Bytes that are no longer what was meant. */
const damage = (body: Buffer, random: Random): Buffer => {
  const cut = random.below(body.length + 1)
  const byte = Buffer.from([random.pick([0x00, 0xff, 0xc0, 0xed, 0x80, 0x22, 0x7b])])
  switch (random.below(4)) {
    case 0:
      return body.subarray(0, cut)
    case 1:
      return Buffer.concat([body.subarray(0, cut), byte, body.subarray(cut)])
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])
    default:
      return Buffer.concat([body, body])
  }
}

const bodyOf = (sound: unknown, random: Random): Buffer => {
  const kind = random.number()
  if (kind < 0.25) return Buffer.from(JSON.stringify(sound))
  const text = Buffer.from(kind < 0.9 ? spoil(sound, random) : hostileJson(random))
  return kind > 0.85 && kind < 0.9 ? damage(text, random) : text
}

const segment = (name: string, random: Random, { known }: Workshop): string => {
  const kind = random.number()
  if (name === "version" && kind < 0.5)
    return random.pick(["1", "2", "0", "-1", "1.0", "1e3", "01", "99999999999"])
  if (kind < 0.5) return random.some(known) ?? "x"
  if (kind < 0.75) return encodeURIComponent(hostileText(random).toWellFormed()) || "x"
  return `${random.chance(0.3) ? random.some(known) : ""}${hostileEscape(random)}`
}

const queryValue = (random: Random, sound: string): string => {
  const kind = random.number()
  if (kind < 0.5) return encodeURIComponent(sound)
  if (kind < 0.7) return encodeURIComponent(hostileText(random).toWellFormed())
  if (kind < 0.8) return encodeURIComponent(tampered(sound, random))
  return kind < 0.9 ? hostileEscape(random) : ""
}

/** The same with one character changed, as one would try it with a cursor. */
const tampered = (text: string, random: Random): string => {
  const place = random.below(text.length + 1)
  return text.slice(0, place) + random.pick(["A", "=", ".", "0", "_", "\u00e9"]) + text.slice(place + 1)
}

const queryOf = (operation: Operation, random: Random, workshop: Workshop): string => {
  const make = makeSoundValue(workshop.document, random, workshop.known)
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query")
  const pairs = parameters.flatMap(({ name, schema }) => {
    if (!random.chance(0.35)) return []
    const pair = () => `${name}=${queryValue(random, String(make(schema)))}`
    return random.chance(0.1) ? [pair(), pair()] : [pair()]
  })
  if (random.chance(0.08))
    pairs.push(random.pick(["", "&", "=", "a", "limit", "x=1", "__proto__=1", "%zz=1", "\u00e9=1"]))
  return pairs.length === 0 && !random.chance(0.05) ? "" : `?${pairs.join("&")}`
}

const others = [
  "X-Request-Id",
  "Accept",
  "Content-Encoding",
  "traceparent",
  "X-Forwarded-For",
  "Cookie"
] as const

const declaredHeaders = ({ parameters }: Operation, random: Random): ReadonlyArray<string> =>
  parameters.flatMap(({ in: place, name, schema }) => {
    if (place !== "header" || !random.chance(0.3)) return []
    const sound = String(random.some(schema.enum ?? []) ?? `key ${random.below(20)}`)
    return [`${name}: ${random.chance(0.6) ? sound : hostileHeader(random)}`]
  })

const headersOf = (operation: Operation, random: Random, { key }: Workshop, hasBody: boolean) => {
  const lines: Array<string> = []
  if (!random.chance(0.02)) lines.push(`Authorization: Bearer ${key}`)
  if (hasBody && !random.chance(0.04)) lines.push("Content-Type: application/json")
  lines.push(...declaredHeaders(operation, random))
  if (random.chance(0.1)) lines.push(`${random.pick(others)}: ${hostileHeader(random)}`)
  return lines
}

const isAscii = (text: string) => Buffer.byteLength(text) === text.length

/** One request for an endpoint: sound, or with something hostile in one place or several. */
export const makeHostileRequest = (operation: Operation, random: Random, workshop: Workshop): FuzzRequest => {
  const own = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, random, workshop))
  const path = random.chance(0.03) ? `${own}${hostileEscape(random)}` : own
  const target = `${path}${queryOf(operation, random, workshop)}`
  const sendsBody = operation.body === undefined ? random.chance(0.05) : !random.chance(0.02)
  const make = makeSoundValue(workshop.document, random, workshop.known)
  const body = sendsBody
    ? bodyOf(operation.body === undefined ? {} : make(operation.body), random)
    : undefined
  const headerLines = headersOf(operation, random, workshop, body !== undefined)
  const broken = random.chance(0.02)
  if (broken) headerLines.push(random.pick(brokenHeaderLines))
  return {
    method: operation.method,
    target,
    headerLines,
    body,
    intact: !broken && isAscii(target)
  }
}
