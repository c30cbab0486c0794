import { assert, describe, it } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import { afterAll, beforeAll } from "vitest"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"

const guide = new URL("../../docs/policies.md", import.meta.url)

type Variables = Record<string, string>

/** The words of a shell command: quotes, variables outside single quotes, and lines that go on. */
const wordsOf = (command: string, variables: Variables): ReadonlyArray<string> => {
  const expand = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? "")
  const words = command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)
  return [...words].map(([, verbatim, quoted, bare]) => verbatim ?? expand(quoted ?? bare ?? ""))
}

/** What curl would send. */
const callOf = (words: ReadonlyArray<string>) => {
  const given = (option: string) =>
    words.flatMap((word, index) => (word === option ? [words[index + 1] ?? ""] : []))
  const [body] = given("-d")
  const [method = body === undefined ? "GET" : "POST"] = given("-X")
  const headers: Variables = Object.fromEntries(given("-H").map((header) => header.split(": ")))
  return { url: words.find((word) => word.startsWith("http://")) ?? "", method, body, headers }
}

/** The sh and json blocks of the guide, in order. */
const readExamples = async () => {
  const text = await readFile(guide, "utf8")
  return [...text.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, kind, content = ""]) => ({
    kind,
    content
  }))
}

/**
 * The answer has what the guide shows of it. An id is written as its prefix and an ellipsis; scores and distances are
 * those of the engine, and are compared in the guide's two decimals.
 */
const assertShown = (shown: unknown, answer: unknown, place: string): void => {
  if (typeof shown === "string" && shown.endsWith("_…")) {
    assert.match(String(answer), new RegExp(`^${shown.slice(0, -1)}[0-9a-f]{32}$`), place)
  } else if (typeof shown === "number" && place.endsWith(".distance")) {
    assert.closeTo(Number(answer), shown, 0.005, place)
  } else if (typeof shown === "object" && shown !== null) {
    assert.isTrue(typeof answer === "object" && answer !== null, place)
    for (const [key, value] of Object.entries(shown)) {
      assertShown(value, (answer as Record<string, unknown>)[key], `${place}.${key}`)
    }
  } else {
    assert.strictEqual(answer, shown, place)
  }
}

const prefixes: Variables = { pol: "POLICY", dec: "DECISION" }

const parts: { service?: Service } = {}

beforeAll(async () => {
  parts.service = await startService()
})

afterAll(async () => {
  await parts.service?.[Symbol.asyncDispose]()
})

describe("the guide to policies", () => {
  it("shows what a service really answers", async () => {
    const { service } = parts
    assert.isDefined(service)
    const made = await service.cli(["tenants", "create", "--name", "Art", "--plan", "growth", "--json"])
    const variables: Variables = {
      PRESCREEN: service.url,
      KEY: JSON.parse(made.stdout).keys.live
    }
    let answer: unknown
    let answers = 0
    for (const { content, kind } of await readExamples()) {
      if (kind === "sh") {
        const { body, headers, method, url } = callOf(wordsOf(content, variables))
        const reply = await send(service.url, url.slice(service.url.length), {
          method,
          headers,
          ...(body === undefined ? {} : { body })
        })
        answer = reply.json()
        const id = /"id":"((pol|dec)_[0-9a-f]{32})"/.exec(reply.text)
        if (id?.[1] !== undefined) variables[prefixes[id[2] ?? ""] ?? ""] = id[1]
      } else {
        assertShown(JSON.parse(content), answer, "answer")
        answers += 1
      }
    }
    assert.isAtLeast(answers, 8)
  })
})
