import { createServer } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { listen } from "../support/listen.ts"

/** An engine that finds nothing in any prompt, and takes 5 ms to say so. Tells its parent its address. */
const milliseconds = 5

const score = { version: 1, score: 0.02, review_score: 0.02, signals: [] }

const answerTo = (body: string) =>
  JSON.stringify({
    engine_version: "stand-in-1",
    input_tokens: 40,
    checks: Object.fromEntries(JSON.parse(body).checks.map((check: string) => [check, score]))
  })

const health = JSON.stringify({ ok: true, engine_version: "stand-in-1" })

/** Of the last answers: how long each took, from the request's end to the answer's. */
const taken: Array<number> = []

const server = createServer((request, response) => {
  const json = (text: string) => response.writeHead(200, { "content-type": "application/json" }).end(text)
  if (request.url === "/health") return json(health)
  const started = performance.now()
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    void delay(milliseconds).then(() => {
      json(answerTo(Buffer.concat(chunks).toString()))
      taken.push(performance.now() - started)
    })
  })
  return response
})

const port = await listen(server)
process.send?.({ url: `http://127.0.0.1:${port}` })
/** Asked anything, it tells the median of what it took since it was last asked. */
process.on("message", () => {
  const sorted = taken.splice(0).toSorted((a, b) => a - b)
  process.send?.(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)
})
process.on("disconnect", () => process.exit())
