import { once } from "node:events"
import { createServer } from "node:http"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { text as readText } from "node:stream/consumers"
import { listen } from "../support/listen.ts"
import { sayLetters, sayLine, sayText, sayVerdict, sayWords } from "./modelSpeech.ts"
import type { Beliefs } from "./modelSpeech.ts"
import { llamaCppWire, ollamaWire, vllmWire } from "./modelWire.ts"
import type { Said, Wire } from "./modelWire.ts"

/** A request to `/v1/chat/completions`, as far as a stand-in looks at it. */
export interface ChatBody {
  readonly model: string
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
  readonly logprobs?: boolean
  readonly top_logprobs?: number
  readonly temperature?: number
  readonly stream?: boolean
  readonly max_tokens?: number
  readonly structured_outputs?: { readonly regex: string }
  readonly grammar?: string
  readonly response_format?: {
    readonly json_schema: {
      readonly schema: { readonly properties: Record<string, { readonly enum: ReadonlyArray<string> }> }
    }
  }
  readonly chat_template_kwargs?: Record<string, unknown>
  readonly reasoning_effort?: string
  readonly reasoning_format?: string
}

/** What a kind of server does. */
export interface Kind {
  readonly wire: Wire
  /** What the constraint of a request makes the model say; undefined where the server knows no such field. */
  readonly constrained: (body: ChatBody, beliefs: Beliefs) => Said | undefined
  /** The most alternatives that may be asked for; undefined where log-probabilities are not known at all. */
  readonly mostAlternatives: number | undefined
}

const idsIn = (pattern: string) => [...pattern.matchAll(/([a-z]\d+)=/g)].map(([, id = ""]) => id)

const json = ({ response_format }: ChatBody, beliefs: Beliefs) => {
  if (response_format === undefined) return undefined
  const { properties } = response_format.json_schema.schema
  const ids = Object.keys(properties)
  const letters = Object.values(properties).every(({ enum: values }) => values.includes("Y"))
  return letters ? sayLetters(ids, beliefs) : sayWords(ids, beliefs)
}

export const vllm: Kind = {
  wire: vllmWire,
  constrained: (body, beliefs) =>
    body.structured_outputs === undefined
      ? json(body, beliefs)
      : sayLine(idsIn(body.structured_outputs.regex), beliefs),
  mostAlternatives: 20
}

/** The fence that llama.cpp lets a model write around JSON is among the tokens, not in the text. */
const fencedJson: Kind["constrained"] = (body, beliefs) => {
  const said = json(body, beliefs)
  return said && { ...said, tokens: [...sayText("```", "json", "\n").tokens, ...said.tokens] }
}

export const llamaCpp: Kind = {
  wire: llamaCppWire,
  constrained: (body, beliefs) =>
    body.grammar === undefined ? fencedJson(body, beliefs) : sayLine(idsIn(body.grammar), beliefs, true),
  mostAlternatives: 1000
}

/** Servers that are built on llama.cpp and do not pass its grammar on. */
export const llamaCppWithoutGrammar: Kind = { ...llamaCpp, constrained: fencedJson }

/** llama.cpp with `--reasoning-format none`, which puts what the chat template itself wrote into the text. */
export const llamaCppReasoningInText: Kind = {
  ...llamaCpp,
  constrained: (body, beliefs) => {
    const said = llamaCpp.constrained(body, beliefs)
    const isApart = body.reasoning_format === "deepseek"
    return said && !isApart ? { ...said, content: `<think>\n\n</think>\n\n${said.content}` } : said
  }
}

export const ollama: Kind = { wire: ollamaWire, constrained: json, mostAlternatives: 20 }

/** Ollama before it knew log-probabilities: it ignores the fields. */
export const oldOllama: Kind = { ...ollama, mostAlternatives: undefined }

/** A server that holds the model to nothing. */
export const unconstrained: Kind = { ...vllm, constrained: () => undefined }

/** Answers a request by hand: late, wrongly or never. */
export type ByHand = (response: ServerResponse, body: ChatBody) => unknown

export interface ModelServer {
  readonly url: string
  /** What it was asked, oldest first; `GET /v1/models` is not among them. */
  readonly asked: Array<{
    readonly path: string
    readonly headers: IncomingHttpHeaders
    readonly body: ChatBody
  }>
  /** Answers prompts that contain the text so. */
  readonly onPrompt: (text: string, answer: Beliefs | Said | ByHand) => void
  /** Stops answering, as a server that has gone, until it is given back. */
  readonly goAway: (away: boolean) => void
  readonly close: () => Promise<void>
}

export interface ModelServerOptions {
  readonly kind: Kind
  /** Served under this name; another is a 404. */
  readonly model?: string
  readonly token?: string
  /** A guard model says one of these words and no more. */
  readonly verdict?: readonly [positive: string, negative: string]
}

const send = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

const refusal = (status: number, message: string) => ({
  error: { message, type: "invalid_request_error", param: null, code: status }
})

const isSaid = (answer: Beliefs | Said): answer is Said => "content" in answer

/** How many alternatives a server gives: none where it was not asked for them or ignores that it was. */
const topOf = ({ mostAlternatives }: Kind, { logprobs, top_logprobs }: ChatBody) =>
  mostAlternatives === undefined || logprobs !== true ? undefined : top_logprobs

/** What a model that is held to nothing says: it does what the last one asked. */
const chat = sayText("hello")

/** A stand-in for a model's server: real HTTP, the fields and refusals of the named kind, and a scripted model. */
export const startModelServer = async ({
  kind,
  model = "test-model",
  token,
  verdict
}: ModelServerOptions): Promise<ModelServer> => {
  const asked: ModelServer["asked"] = []
  const scripts = new Map<string, Beliefs | Said | ByHand>()
  let away = false

  const speak = (body: ChatBody, answer: Beliefs | Said): Said => {
    if (isSaid(answer)) return answer
    if (verdict !== undefined) return sayVerdict(verdict, answer["guard"] ?? 0.02)
    return kind.constrained(body, answer) ?? chat
  }

  const complete = (body: ChatBody, response: ServerResponse) => {
    const text = body.messages.at(-1)?.content ?? ""
    const script = [...scripts].find(([part]) => text.includes(part))?.[1] ?? {}
    if (typeof script === "function") return script(response, body)
    if (body.model !== model) return send(response, refusal(404, `The model does not exist.`), 404)
    const top = topOf(kind, body)
    if (top !== undefined && top > (kind.mostAlternatives ?? 0)) {
      return send(response, refusal(400, "top_logprobs is too large"), 400)
    }
    return send(response, kind.wire(model, speak(body, script), top))
  }

  const server = createServer((request, response) => {
    void readText(request).then(
      (text) => {
        if (away) return response.socket?.resetAndDestroy()
        if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
          return send(response, refusal(401, "Unauthorized"), 401)
        }
        if (request.url === "/v1/models") return send(response, { object: "list", data: [{ id: model }] })
        if (request.url !== "/v1/chat/completions") return send(response, { detail: "Not Found" }, 404)
        const body: ChatBody = JSON.parse(text)
        asked.push({ path: request.url, headers: request.headers, body })
        return complete(body, response)
      },
      () => response.destroy()
    )
  })
  server.keepAliveTimeout = 60_000
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    onPrompt: (text, answer) => scripts.set(text, answer),
    goAway: (gone) => {
      away = gone
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close").catch(() => undefined)
    }
  }
}
