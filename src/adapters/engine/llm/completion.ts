import { Result, Schema } from "effect"
import { answerFault, refusalFault } from "../remote/EngineFault.ts"
import type { EngineFault } from "../remote/EngineFault.ts"
import { firstIssue, TokenCount } from "../remote/json.ts"

const Alternative = Schema.Struct({ token: Schema.String, logprob: Schema.Finite })

const WireToken = Schema.Struct({
  token: Schema.String,
  logprob: Schema.Finite,
  top_logprobs: Schema.optionalKey(Schema.NullOr(Schema.Array(Alternative)))
})

const WireChoice = Schema.Struct({
  finish_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
  message: Schema.Struct({
    content: Schema.optionalKey(Schema.NullOr(Schema.String)),
    refusal: Schema.optionalKey(Schema.NullOr(Schema.String)),
    // llama.cpp says `reasoning_content`; vLLM and Ollama say `reasoning`.
    reasoning_content: Schema.optionalKey(Schema.NullOr(Schema.String)),
    reasoning: Schema.optionalKey(Schema.NullOr(Schema.String))
  }),
  logprobs: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ content: Schema.optionalKey(Schema.NullOr(Schema.Array(WireToken))) }))
  )
})

/** The parts of a `chat.completion` that are read. Servers send more, and not all the same. */
const WireCompletion = Schema.Struct({
  choices: Schema.Array(WireChoice),
  usage: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        prompt_tokens: Schema.optionalKey(Schema.NullOr(TokenCount)),
        completion_tokens: Schema.optionalKey(Schema.NullOr(TokenCount))
      })
    )
  )
})

/** A token of the answer, with the tokens that the model might have said in its place, itself included. */
export interface Token {
  readonly text: string
  readonly logprob: number
  readonly alternatives: ReadonlyArray<{ readonly text: string; readonly logprob: number }>
}

/** What a chat-completions server answered. */
export interface Completion {
  readonly text: string
  /** Null if the server gave no log-probabilities. */
  readonly tokens: ReadonlyArray<Token> | null
  /** Whether the answer ended by itself, and not at the limit of its length. */
  readonly ended: boolean
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** Replaces the signs that stand for a blank in the tokens of some vocabularies. */
const plain = (token: string): string => token.replaceAll("\u2581", " ").replaceAll("\u0120", " ")

const toToken = ({ logprob, token, top_logprobs }: typeof WireToken.Type): Token => {
  const top = top_logprobs ?? []
  // A token that was forced on the model can be missing from the likeliest ones.
  const all = top.some((other) => other.token === token) ? top : [...top, { token, logprob }]
  return {
    text: plain(token),
    logprob,
    alternatives: all.map(({ logprob, token }) => ({ text: plain(token), logprob }))
  }
}

const textOf = ({ finish_reason, message }: typeof WireChoice.Type): Result.Result<string, EngineFault> => {
  if ((message.refusal ?? "") !== "") return Result.fail(refusalFault("the model refused to answer"))
  const text = message.content ?? ""
  if (text.trim() === "") {
    const reasoned = (message.reasoning_content ?? message.reasoning ?? "").trim() !== ""
    return Result.fail(refusalFault(reasoned ? "the model only reasoned" : "the model said nothing"))
  }
  const ended = ["stop", "length"].includes(finish_reason ?? "stop")
  return ended ? Result.succeed(text) : Result.fail(refusalFault("the model was stopped"))
}

const decode = Schema.decodeUnknownResult(WireCompletion)

/** Reads a completion. Fails with what is wrong, in words that quote nothing of the answer. */
export const readCompletion = (body: unknown): Result.Result<Completion, EngineFault> =>
  Result.gen(function* () {
    const { choices, usage } = yield* Result.mapError(decode(body), (error) =>
      answerFault(firstIssue([])(error))
    )
    const [choice] = choices
    if (choice === undefined) return yield* Result.fail(answerFault("choices: there is none"))
    const tokens = choice.logprobs?.content ?? []
    return {
      text: yield* textOf(choice),
      tokens: tokens.length === 0 ? null : tokens.map(toToken),
      ended: choice.finish_reason !== "length",
      inputTokens: usage?.prompt_tokens ?? null,
      outputTokens: usage?.completion_tokens ?? null
    }
  })
