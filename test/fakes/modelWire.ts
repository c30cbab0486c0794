/** One token of an answer with what might have been said in its place, as probabilities. */
export interface SaidToken {
  readonly text: string
  readonly alternatives: ReadonlyArray<readonly [text: string, probability: number]>
}

export interface Said {
  readonly content: string
  readonly tokens: ReadonlyArray<SaidToken>
  readonly finish: "stop" | "length"
}

/** How the answers of a server look: the fields that its documents and sources show. */
export type Wire = (model: string, said: Said, top: number | undefined) => object

const bytes = (text: string) => [...Buffer.from(text)]

const logprobsOf = (
  { tokens }: Said,
  top: number | undefined,
  extra: (text: string) => object,
  lowest: number
) => {
  if (top === undefined) return null
  const entry = (text: string, probability: number) => ({
    ...extra(text),
    token: text,
    logprob: probability > 0 ? Math.log(probability) : lowest,
    bytes: bytes(text)
  })
  return {
    content: tokens.map(({ alternatives, text }) => {
      const own = alternatives.find(([other]) => other === text)?.[1] ?? 0
      const likeliest = alternatives.toSorted(([, left], [, right]) => right - left).slice(0, top)
      return {
        ...entry(text, own),
        top_logprobs: likeliest.map(([text, probability]) => entry(text, probability))
      }
    })
  }
}

const usage = { prompt_tokens: 612, completion_tokens: 44, total_tokens: 656 }

/** vLLM: log-probabilities before the constraint, the end-of-turn token among them, many null fields. */
export const vllmWire: Wire = (model, said, top) => ({
  id: "chatcmpl-8f0c4a1e",
  object: "chat.completion",
  created: 1_790_000_000,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: said.content,
        refusal: null,
        annotations: null,
        audio: null,
        function_call: null,
        tool_calls: [],
        reasoning: null
      },
      logprobs: logprobsOf(
        { ...said, tokens: [...said.tokens, { text: "<|im_end|>", alternatives: [["<|im_end|>", 1]] }] },
        top,
        () => ({}),
        -9999
      ),
      finish_reason: said.finish,
      stop_reason: null,
      token_ids: null
    }
  ],
  service_tier: null,
  system_fingerprint: null,
  usage: { ...usage, prompt_tokens_details: null },
  prompt_logprobs: null,
  prompt_token_ids: null,
  kv_transfer_params: null
})

/** The token that ends an answer has no text in llama.cpp. */
const endOfTurn: SaidToken = { text: "", alternatives: [["", 0.9]] }

/** llama.cpp 0.7.0: log-probabilities before the constraint, token ids beside the tokens, timings. */
export const llamaCppWire: Wire = (model, said, top) => ({
  choices: [
    {
      finish_reason: said.finish,
      index: 0,
      message: { role: "assistant", content: said.content },
      ...(top === undefined
        ? {}
        : {
            logprobs: logprobsOf(
              { ...said, tokens: [...said.tokens, endOfTurn] },
              top,
              (text) => ({ id: text.length }),
              -3.402_823_466_385_288_6e38
            )
          })
    }
  ],
  created: 1_790_000_000,
  model,
  system_fingerprint: "b11669-Debian",
  object: "chat.completion",
  usage: { ...usage, prompt_tokens_details: { cached_tokens: 475 } },
  id: "chatcmpl-YDyqRXzt2ROEZgScEBEDkSpL0GabB607",
  timings: { cache_n: 475, prompt_n: 40, prompt_ms: 91.2, predicted_n: 44, predicted_ms: 601.4 }
})

/** Ollama: short, with a fingerprint of its own; the versions before log-probabilities leave them out. */
export const ollamaWire: Wire = (model, said, top) => ({
  id: "chatcmpl-417",
  object: "chat.completion",
  created: 1_790_000_000,
  model,
  system_fingerprint: "fp_ollama",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: said.content },
      ...(top === undefined ? {} : { logprobs: logprobsOf(said, top, () => ({}), -9999) }),
      finish_reason: said.finish
    }
  ],
  usage
})
