import type { Operation } from "../../support/ApiDocument.ts"
import { exchange, repliesIn } from "../../support/httpClient.ts"
import { makeHostileRequest } from "./hostileRequest.ts"
import type { FuzzRequest, Workshop } from "./hostileRequest.ts"
import { judge } from "./judge.ts"
import { makeRandom } from "./random.ts"

/** Requests under way at a time. */
const clients = 8

const bytesOf = ({ body, headerLines, method, target }: FuzzRequest): Buffer => {
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`]
  const head = [`${method} ${target} HTTP/1.1`, "Host: prescreen.test", ...headerLines, ...length]
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body ?? Buffer.alloc(0)])
}

const isWholeReply = (text: string): boolean => {
  const [reply] = repliesIn(text)
  return reply !== undefined && reply.body.length === Number(reply.headers["content-length"] ?? 0)
}

export interface FuzzResult {
  /** How many answers had each status; 0 is no answer. */
  readonly statuses: ReadonlyMap<number, number>
  readonly complaints: ReadonlyArray<string>
}

/** Sends generated requests to one endpoint. The same seed makes the same requests. */
export const fuzz = async (
  port: number,
  operation: Operation,
  workshop: Workshop,
  { requests, seed }: { readonly requests: number; readonly seed: string }
): Promise<FuzzResult> => {
  const statuses = new Map<number, number>()
  const complaints: Array<string> = []
  const sendOne = async (index: number) => {
    const random = makeRandom(`${seed} ${operation.method} ${operation.path} ${index}`)
    const request = makeHostileRequest(operation, random, workshop)
    const bytes = bytesOf(request)
    const answer = await exchange(port, bytes, { enough: isWholeReply, halfClose: !request.intact }).catch(
      (error: unknown) => ({ text: "", closed: true, error })
    )
    const { complaint, status } = judge(workshop.document, operation, request, answer)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (complaint !== undefined) {
      const sent = JSON.stringify(bytes.toString("latin1").slice(0, 1_500))
      complaints.push(`request ${index} of seed ${seed}: ${complaint}\n    ${sent}`)
    }
  }
  let next = 0
  const client = async () => {
    while (next < requests && complaints.length < 5) {
      next += 1
      await sendOne(next)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { statuses, complaints }
}
