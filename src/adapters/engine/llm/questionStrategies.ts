import { Record, Result } from "effect"
import { answerFault, refusalFault } from "../remote/EngineFault.ts"
import type { EngineFault } from "../remote/EngineFault.ts"
import type { AskingStrategy } from "./AskingStrategy.ts"
import type { Completion } from "./completion.ts"
import { grammarLine, jsonLetters, jsonWords, vllmLine, wordWorth } from "./formats.ts"
import type { Format } from "./formats.ts"
import { probabilityAt, yesOrNo } from "./probability.ts"
import { questionIds, questions, systemMessage } from "./questions.ts"
import type { QuestionId } from "./questions.ts"
import { logProbabilities, userMessage } from "./request.ts"
import type { ChatRequest } from "./request.ts"
import { scoreBeliefs } from "./scores.ts"
import type { Belief, Beliefs } from "./scores.ts"

const beliefAt = (
  completion: Completion,
  [start, end]: readonly [number, number],
  measured: boolean
): Result.Result<Belief, EngineFault> => {
  const probability = measured
    ? probabilityAt(completion, start, yesOrNo)
    : wordWorth[completion.text.slice(start, end)]
  return probability === undefined
    ? Result.fail(answerFault("its log-probabilities do not belong to its answers"))
    : Result.succeed({ probability, measured })
}

const nowhere = [0, 0] as const

/**
 * Reads the beliefs from an answer. The whole answer must have the form, because a prompt that talks to the model must
 * not get it to say anything else.
 */
const readBeliefs =
  ({ pattern }: Format, measured: boolean) =>
  (completion: Completion): Result.Result<Beliefs, EngineFault> =>
    Result.gen(function* () {
      if (!completion.ended) return yield* Result.fail(refusalFault("it was cut off"))
      const ranges = pattern(questionIds).exec(completion.text)?.indices
      if (ranges === undefined)
        return yield* Result.fail(refusalFault("it is not in the form that was asked for"))
      if (measured && completion.tokens === null)
        return yield* Result.fail(answerFault("it has no log-probabilities"))
      const rangeOf = (id: QuestionId) => ranges[questionIds.indexOf(id) + 1] ?? nowhere
      return yield* Result.all(Record.map(questions, (_, id) => beliefAt(completion, rangeOf(id), measured)))
    })

/** What one kind of server understands of a request that enforces the form of its answer. */
interface Dialect {
  readonly name: string
  readonly format: Format
  /** Fields that this kind of server expects, to limit the length of the answer and to switch reasoning off. */
  readonly fields: ChatRequest
  /** How many alternatives to each token to ask for; 0 for no log-probabilities. */
  readonly top: number
}

/**
 * The limit of an answer, in tokens. It is enough for every form with blanks in between; usually the form itself ends
 * an answer long before.
 */
const mostTokens = 400

const template = { max_tokens: mostTokens, chat_template_kwargs: { enable_thinking: false } }
// If reasoning stayed in the text, llama.cpp would also put the empty reasoning there that its template writes.
const reasoningApart = { ...template, reasoning_format: "deepseek" }
const effort = { max_tokens: mostTokens, reasoning_effort: "none" }
const hosted = { max_completion_tokens: mostTokens }

/** The dialects, the best first. Those of one format ask for 20 log-probabilities before 5; words come last. */
const dialects: ReadonlyArray<Dialect> = [
  { name: "structured_outputs", format: vllmLine, fields: template, top: 20 },
  { name: "structured_outputs", format: vllmLine, fields: template, top: 5 },
  { name: "grammar", format: grammarLine, fields: reasoningApart, top: 20 },
  { name: "response_format, reasoning_effort", format: jsonLetters, fields: effort, top: 20 },
  { name: "response_format", format: jsonLetters, fields: hosted, top: 20 },
  { name: "response_format, reasoning_effort", format: jsonLetters, fields: effort, top: 5 },
  { name: "response_format", format: jsonLetters, fields: hosted, top: 5 },
  { name: "response_format, reasoning_effort", format: jsonWords, fields: effort, top: 0 },
  { name: "response_format", format: jsonWords, fields: hosted, top: 0 }
]

const canaryIds = ["k1", "k2"]

const strategyOf = ({ fields, format, name, top }: Dialect): AskingStrategy => {
  const common: ChatRequest = {
    temperature: 0,
    stream: false,
    ...fields,
    ...(top > 0 ? logProbabilities(top) : {})
  }
  const system = systemMessage(format.howToAnswer(questionIds))
  const constraint = format.constraint(questionIds)
  const readAll = readBeliefs(format, top > 0)
  const wholeCanary = format.pattern(canaryIds)
  return {
    name: top > 0 ? `${name}, ${top} log-probabilities` : `${name}, words in place of log-probabilities`,
    canary: {
      request: {
        messages: [{ role: "user", content: "Reply with the one word hello." }],
        ...common,
        ...format.constraint(canaryIds)
      },
      holds: (text) => wholeCanary.test(text)
    },
    request: (prompt) => ({
      messages: [
        { role: "system", content: system },
        { role: "user", content: userMessage(prompt) }
      ],
      ...common,
      ...constraint
    }),
    read: (completion, checks) => Result.map(readAll(completion), (beliefs) => scoreBeliefs(checks, beliefs))
  }
}

/** How a general model is asked the questions. */
export const questionStrategies: ReadonlyArray<AskingStrategy> = dialects.map(strategyOf)
