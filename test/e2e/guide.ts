import { assert } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import { send } from "../support/httpClient.ts"
import type { Service } from "../support/serviceProcess.ts"

type Variables = Record<string, string>

/** The words of a shell command: quotes, variables outside single quotes, and lines that go on. */
const wordsOf = (command: string, variables: Variables): ReadonlyArray<string> => {
  const expand = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? "")
  const words = command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)
  return [...words].map(([, verbatim, quoted, bare]) => verbatim ?? expand(quoted ?? bare ?? ""))
}

/** What curl would send. */
const callOf = (words: ReadonlyArray<string>) => {
  const call = { url: "", method: "", body: undefined as string | undefined, headers: {} as Variables }
  const read: Record<string, (value: string) => unknown> = {
    "-X": (value) => (call.method = value),
    "-d": (value) => (call.body = value),
    "-H": (value) => Object.assign(call.headers, Object.fromEntries([value.split(": ")]))
  }
  for (const [index, word] of words.entries()) {
    if (word.startsWith("http://")) call.url = word
    read[word]?.(words[index + 1] ?? "")
  }
  return { ...call, method: call.method || (call.body === undefined ? "GET" : "POST") }
}

/** The answer has what the guide shows of it. An id is written as its prefix and an ellipsis. */
const assertShown = (shown: unknown, answer: unknown, place: string): void => {
  if (typeof shown === "string" && shown.endsWith("_…")) {
    assert.match(String(answer), new RegExp(`^${shown.slice(0, -1)}[0-9a-f]{32}$`), place)
  } else if (Array.isArray(shown) || typeof shown !== "object" || shown === null) {
    assert.deepStrictEqual(answer, shown, place)
  } else {
    assert.isTrue(typeof answer === "object" && answer !== null, place)
    for (const [key, value] of Object.entries(shown)) {
      assertShown(value, (answer as Record<string, unknown>)[key], `${place}.${key}`)
    }
  }
}

/**
 * Runs the commands of a guide in order, one marked `repeat=n` so many times, and holds each answer that the guide
 * shows against the real one. `$DECISION` is the last decision. Returns how many answers it has shown.
 */
export const runGuide = async (file: string, service: Service, key: string): Promise<number> => {
  const text = await readFile(new URL(`../../docs/${file}`, import.meta.url), "utf8")
  const variables: Variables = { PRESCREEN: service.url, KEY: key }
  let answer: unknown
  let shown = 0
  for (const [, kind, times = "1", content = ""] of text.matchAll(
    /^```(sh|json)(?: repeat=(\d+))?\n(.*?)^```$/gms
  )) {
    if (kind === "json") {
      shown += 1
      assertShown(JSON.parse(content), answer, `answer ${shown}`)
      continue
    }
    for (let time = 0; time < Number(times); time += 1) {
      const { body, headers, method, url } = callOf(wordsOf(content, variables))
      const path = url.slice(service.url.length)
      const reply = await send(service.url, path, {
        method,
        headers,
        ...(body === undefined ? {} : { body })
      })
      answer = reply.json()
      const [, decision] = /"id":"(dec_[0-9a-f]{32})"/.exec(reply.text) ?? []
      if (decision !== undefined) variables.DECISION = decision
    }
  }
  return shown
}
