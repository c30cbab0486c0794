import { assert } from "@effect/vitest"
import { exchange, repliesIn } from "../support/httpClient.ts"
import type { RawReply } from "../support/httpClient.ts"
import { asking } from "./fixture.ts"
import type { Fixture } from "./fixture.ts"

export const oneReply = (text: string) => repliesIn(text).length === 1

/** Requests as bytes, and what must come back. */
export const rawRequests = (fixture: Fixture) => {
  /** Sends bytes and returns the first reply. */
  const reply = async (bytes: string | Uint8Array, options: Parameters<typeof exchange>[2] = {}) => {
    const { text } = await exchange(fixture.service.port, bytes, { enough: oneReply, ...options })
    const [first] = repliesIn(text)
    if (first === undefined) throw new Error(`There was no reply but: ${text}`)
    return first
  }

  const assertRawProblem = ({ body, headers, status }: RawReply, expected: number, code: string) => {
    assert.strictEqual(status, expected, body)
    assert.strictEqual(headers["content-type"], "application/problem+json", body)
    const problem = JSON.parse(body)
    assert.strictEqual(problem.code, code)
    assert.strictEqual(problem.status, expected)
    assert.strictEqual(problem.type, `${fixture.service.url}/problems/${code}`)
    assert.deepStrictEqual(
      Object.keys(problem)
        .filter((name) => name !== "detail")
        .sort(),
      ["code", "issues", "status", "title", "type"]
    )
  }

  const post = async (body: string, headers: ReadonlyArray<string> = [], version = "HTTP/1.1") => {
    const { live } = await fixture.storage.createWorkspace()
    return [
      `POST /v1/check ${version}`,
      "Host: x",
      `Authorization: Bearer ${live}`,
      "Content-Type: application/json",
      ...headers,
      "",
      body
    ].join("\r\n")
  }

  const sized = (body: string, ...headers: ReadonlyArray<string>) =>
    post(body, [`Content-Length: ${Buffer.byteLength(body)}`, ...headers])

  const fox = () => JSON.stringify(asking(fixture.engine.prompt()))

  return { assertRawProblem, fox, post, reply, sized }
}
