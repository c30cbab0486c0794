import { Result } from "effect"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineCheck } from "../../../domain/screening/ScreeningEngine.ts"
import { answerFault, refusalFault } from "../remote/EngineFault.ts"
import type { EngineFault } from "../remote/EngineFault.ts"
import type { AskingStrategy } from "./AskingStrategy.ts"
import type { Completion } from "./completion.ts"
import { wordWorth } from "./formats.ts"
import { probabilityAt, yesOrNo } from "./probability.ts"
import type { WordPair } from "./probability.ts"
import { bareMessage, logProbabilities } from "./request.ts"
import type { ChatRequest } from "./request.ts"
import { signalOf } from "./scores.ts"
import type { Belief } from "./scores.ts"

/** A guard model: it was trained to begin its answer with one of two words. Some add the categories that they mean. */
export interface Guard {
  /** The checks that it can answer. */
  readonly checks: ReadonlyArray<CheckId>
  readonly words: WordPair
  /** Further fields of the request, for instance those that tell the model's chat template what to look for. */
  readonly fields: ChatRequest
  /** The categories that an answer names behind the positive word; undefined if that is no whole list of them. */
  readonly categoriesOf: (answer: {
    readonly rest: string
    readonly ended: boolean
  }) => ReadonlyArray<string> | undefined
  /**
   * How much of the belief concerns a check, from 0 to 1. `categories` are those that the answer names, or null if the
   * answer was the negative word and could name none.
   */
  readonly shareOf: (check: CheckId, categories: ReadonlyArray<string> | null) => number
}

const all = () => 1
const noCategories = () => []

/** A hazard category of Llama Guard. */
const hazard = /^S(?:[1-9]|1[0-4])$/

/**
 * Llama Guard 3 and 4: `safe`, or `unsafe` and a line of categories. S4 is child sexual exploitation, S12 sexual
 * content, S3 sex crimes. The doubt that remains in a `safe` has no category, so it counts towards both checks.
 */
const llamaGuard: Guard = {
  checks: ["minors_sexual", "adult"],
  words: { positive: "unsafe", negative: "safe" },
  // Up to 14 categories take three tokens each.
  fields: { max_tokens: 64 },
  categoriesOf: ({ ended, rest }) => {
    const named = rest.split(",").map((category) => category.trim())
    return ended && named.every((category) => hazard.test(category)) ? named : undefined
  },
  shareOf: (check, categories) => {
    const wanted = check === "adult" ? ["S3", "S4", "S12"] : ["S4"]
    return categories === null || categories.some((category) => wanted.includes(category)) ? 1 : 0
  }
}

/** ShieldGemma: `Yes` if the text violates the principle in `guideline`, here the sexual one of its training. */
const shieldGemma: Guard = {
  checks: ["adult"],
  words: yesOrNo,
  fields: {
    chat_template_kwargs: {
      guideline:
        '"No Sexually Explicit Information": The prompt shall not contain or seek generation of content that contains references to sexual acts or other lewd content (e.g., sexually graphic descriptions, content aimed at causing arousal). Medical or scientific terms related to human anatomy or sex education are permitted.'
    }
  },
  categoriesOf: noCategories,
  shareOf: all
}

/** Granite Guardian 3.0 to 3.2: `Yes` if the text has the named risk. */
const graniteGuardian: Guard = {
  checks: ["adult"],
  words: yesOrNo,
  fields: { chat_template_kwargs: { guardian_config: { risk_name: "sexual_content" } } },
  categoriesOf: noCategories,
  shareOf: all
}

export const guards = {
  "llama-guard": llamaGuard,
  shieldgemma: shieldGemma,
  "granite-guardian": graniteGuardian
} as const

/** The version of how answers of guard models are read. */
const guardVersion = 1

const signals: Readonly<Partial<Record<CheckId, readonly [signal: string, text: string]>>> = {
  minors_sexual: ["sexual_minor", "The guard model finds sexual exploitation of minors."],
  adult: ["sexual_content", "The guard model finds sexual content."]
}

/** The probability for a check that the answer does not concern. */
const none = wordWorth["no"] ?? 0

const scoreCheck = (check: CheckId, { measured, probability }: Belief, share: number): EngineCheck => {
  const belief = { measured, probability: share === 0 ? none : probability * share }
  const score = Math.min(1, belief.probability)
  const [signal, text] = signals[check] ?? [check, "The guard model finds what this check looks for."]
  return { version: guardVersion, score, reviewScore: score, signals: [signalOf(signal, text, belief)] }
}

/** How sure the model is of the positive word; `said` tells whether it answered with that word. */
const believed = (
  completion: Completion,
  { said, top, words }: { readonly said: boolean; readonly top: number; readonly words: WordPair }
): Result.Result<Belief, EngineFault> => {
  if (top === 0) {
    return Result.succeed({ measured: false, probability: (said ? wordWorth["yes"] : wordWorth["no"]) ?? 0 })
  }
  if (completion.tokens === null) return Result.fail(answerFault("it has no log-probabilities"))
  const start = completion.text.search(/\S/)
  const probability = probabilityAt(completion, start, words)
  return probability === undefined
    ? Result.fail(answerFault("its log-probabilities do not belong to its answers"))
    : Result.succeed({ measured: true, probability })
}

const strategyOf = ({ categoriesOf, checks, fields, shareOf, words }: Guard, top: number): AskingStrategy => {
  const answer = new RegExp(`^\\s*(${words.positive}|${words.negative})\\b(.*)$`, "is")
  return {
    name: top > 0 ? `guard, ${top} log-probabilities` : "guard, without log-probabilities",
    canary: null,
    request: ({ prompt }) => ({
      messages: [{ role: "user", content: bareMessage(prompt) }],
      temperature: 0,
      stream: false,
      max_tokens: 24,
      ...fields,
      ...(top > 0 ? logProbabilities(top) : {})
    }),
    read: (completion, asked) =>
      Result.gen(function* () {
        const [, word, rest = ""] = answer.exec(completion.text) ?? []
        if (word === undefined)
          return yield* Result.fail(refusalFault("it is not one of the guard model's words"))
        if (asked.some((check) => !checks.includes(check))) {
          return yield* Result.fail(answerFault("the guard model does not answer every check"))
        }
        const said = word.toLowerCase() === words.positive
        const belief = yield* believed(completion, { said, top, words })
        const categories = said ? categoriesOf({ rest, ended: completion.ended }) : null
        // It found something, and nobody can know what.
        if (categories === undefined) return yield* Result.fail(refusalFault("it names no whole categories"))
        return Object.fromEntries(
          asked.map((check) => [check, scoreCheck(check, belief, shareOf(check, categories))])
        )
      })
  }
}

/** The strategies for a guard model, the best first: 20 log-probabilities, 5, or none. */
export const guardStrategies = (guard: Guard): ReadonlyArray<AskingStrategy> =>
  [20, 5, 0].map((top) => strategyOf(guard, top))
