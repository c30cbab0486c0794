import { once } from "node:events"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { text as readText } from "node:stream/consumers"
import { listen } from "../support/listen.ts"

/** What one check is answered with. A bare number is both scores. */
type CheckScript =
  | number
  | {
      readonly score: number
      readonly reviewScore?: number
      /** Ids of signals that fire. */
      readonly fired?: ReadonlyArray<string>
    }

export type Scores = Readonly<Record<string, CheckScript>>

/** Answers a request by hand: late, wrongly or never. */
export type Answer = (response: ServerResponse, request: EngineRequest) => unknown

export interface EngineRequest {
  readonly prompt: string
  readonly negative_prompt: string | null
  readonly checks: ReadonlyArray<string>
}

export interface ScriptedEngineServer {
  readonly url: string
  /** Scripts a prompt of its own and returns it. `text` is what the prompt starts with. */
  readonly prompt: (script?: Scores | Answer, text?: string) => string
  /** What it was asked about a prompt, oldest first. */
  readonly asked: (prompt: string) => ReadonlyArray<EngineRequest>
  /** How often it was asked whether it is well. */
  readonly healthAsked: () => number
  readonly close: () => Promise<void>
}

const engineVersion = "scripted-1"

const fires = (signal: string) => ({ signal, probability: 0.9, line: 0.5, text: "Scripted." })

const answered = (script: CheckScript) => {
  const { fired = [], reviewScore, score } = typeof script === "number" ? { score: script } : script
  return { version: 1, score, review_score: reviewScore ?? score, signals: fired.map(fires) }
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

/** A whole answer of the protocol. A check that the script does not name scores 0. */
export const answerTo = (request: EngineRequest, scores: Scores = {}) => ({
  engine_version: engineVersion,
  input_tokens: 7,
  checks: Object.fromEntries(request.checks.map((check) => [check, answered(scores[check] ?? 0)]))
})

/** Words that no text rule knows, one for each digit. */
const words = ["oak", "elm", "ash", "fir", "yew", "bay", "fog", "fig", "gum", "hay"]

const numbered = (text: string, number: number) =>
  `${text}, ${[...String(number)].map((digit) => words[Number(digit)]).join(" ")}`

/** A real server of the engine protocol that says of each prompt what the test wants said. */
export const startScriptedEngine = async (port = 0): Promise<ScriptedEngineServer> => {
  const scripts = new Map<string, Scores | Answer>()
  const requests: Array<EngineRequest> = []
  let healthAsked = 0
  const screen = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request: EngineRequest = JSON.parse(await readText(incoming))
    requests.push(request)
    const script = scripts.get(request.prompt) ?? {}
    if (typeof script === "function") await script(response, request)
    else sendJson(response, answerTo(request, script))
  }
  const server = createServer((request, response) => {
    if (request.url === "/health") {
      healthAsked += 1
      sendJson(response, { ok: true, engine_version: engineVersion })
    } else void screen(request, response).catch(() => response.destroy())
  })
  const bound = await listen(server, "127.0.0.1", port)
  return {
    url: `http://127.0.0.1:${bound}`,
    prompt: (script = {}, text = "a wide landscape") => {
      const prompt = numbered(text, scripts.size)
      scripts.set(prompt, script)
      return prompt
    },
    healthAsked: () => healthAsked,
    asked: (prompt) => requests.filter((request) => request.prompt === prompt),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close").catch(() => undefined)
    }
  }
}
