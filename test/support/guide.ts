import { assert } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import { send } from "./httpClient.ts"
import type { Reply } from "./httpClient.ts"
import type { Service } from "./serviceProcess.ts"

/** What the examples of a guide know by name, as `$NAME`. */
export type Variables = Record<string, string>

export interface Example {
  /** `sh`, `json`, `ts`, `text` and so on. */
  readonly kind: string
  /** How often it is to be run, which `repeat=n` beside its kind says. */
  readonly times: number
  readonly content: string
}

/** The examples of a document, in order. */
export const readExamples = async (path: string): Promise<ReadonlyArray<Example>> => {
  const document = await readFile(new URL(`../../${path}`, import.meta.url), "utf8")
  const examples = document.matchAll(/^```(\w+)(?: repeat=(\d+))?\n(.*?)^```$/gms)
  return [...examples].map(([, kind = "", times = "1", content = ""]) => ({
    kind,
    times: Number(times),
    content
  }))
}

/** The words of a shell command: quotes, variables outside single quotes, and lines that go on. */
export const wordsOf = (command: string, variables: Variables): ReadonlyArray<string> => {
  const expand = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? "")
  const words = command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)
  return [...words].map(([, verbatim, quoted, bare]) => verbatim ?? expand(quoted ?? bare ?? ""))
}

/** Sends what curl would send. */
export const curl = (service: Service, words: ReadonlyArray<string>): Promise<Reply> => {
  const given = (option: string) =>
    words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ""] : []))
  const url = words.find((word) => word.startsWith("http://")) ?? ""
  const path = url.slice(service.url.length)
  const headers: Variables = Object.fromEntries(given("-H").map((header) => header.split(": ")))
  const [body] = given("-d")
  if (words.includes("-sG")) return send(service.url, `${path}?${given("-d").join("&")}`, { headers })
  const [method = body === undefined ? "GET" : "POST"] = given("-X")
  return send(service.url, path, { method, headers, ...(body === undefined ? {} : { body }) })
}

const names: Variables = { pol: "POLICY", dec: "DECISION", rev: "REVIEW" }

/** Remembers the ids of an answer under their names, the first of each kind. */
export const learn = (variables: Variables, { text }: Reply) => {
  for (const [prefix, name] of Object.entries(names)) {
    const [, id] = new RegExp(`"(?:id|review_id)":"(${prefix}_[0-9a-f]{32})"`).exec(text) ?? []
    if (id !== undefined) variables[name] = id
  }
}

/** What differs each time is written as its beginning and an ellipsis, an id as its prefix. */
const assertBegins = (shown: string, answer: unknown, place: string) => {
  const rest = /^[a-z]{3}_…$/.test(shown) ? "[0-9a-f]{32}" : ".+"
  assert.match(String(answer), new RegExp(`^${shown.slice(0, -1)}${rest}$`), place)
}

/** Of a list of objects a guide may show the beginning alone. Any other it shows whole. */
const isWholeList = (shown: object): shown is ReadonlyArray<unknown> =>
  Array.isArray(shown) && shown.every((item) => typeof item !== "object")

const assertHas = (shown: object, answer: unknown, place: string): void => {
  assert.isTrue(typeof answer === "object" && answer !== null, place)
  if (isWholeList(shown)) assert.lengthOf(answer as ReadonlyArray<unknown>, shown.length, place)
  for (const [key, value] of Object.entries(shown)) {
    assertShown(value, (answer as Record<string, unknown>)[key], `${place}.${key}`)
  }
}

/**
 * The answer has what the guide shows of it. Distances are those of the engine, and are compared in the guide's two
 * decimals.
 */
export const assertShown = (shown: unknown, answer: unknown, place = "answer"): void => {
  if (typeof shown === "object" && shown !== null) assertHas(shown, answer, place)
  else if (typeof shown === "string" && shown.endsWith("…")) assertBegins(shown, answer, place)
  else if (typeof shown === "number" && place.endsWith(".distance")) {
    assert.closeTo(Number(answer), shown, 0.005, place)
  } else assert.strictEqual(answer, shown, place)
}

/**
 * Runs the commands of a guide in order, with this key, and holds each answer that the guide shows against the real one.
 * Returns how many answers it has shown.
 */
export const runGuide = async (path: string, service: Service, key: string): Promise<number> => {
  const variables: Variables = { PRESCREEN: service.url, KEY: key }
  let answer: unknown
  let shown = 0
  for (const { content, kind, times } of await readExamples(path)) {
    if (kind === "json") {
      shown += 1
      assertShown(JSON.parse(content), answer, `answer ${shown}`)
      continue
    }
    for (let time = 0; time < times; time += 1) {
      const reply = await curl(service, wordsOf(content, variables))
      answer = reply.json()
      learn(variables, reply)
    }
  }
  return shown
}
