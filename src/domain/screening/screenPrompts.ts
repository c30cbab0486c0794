import { Array, Effect, Option } from "effect"
import type { Stopwatch } from "../shared/stopwatch.ts"
import type { DecisionSummary } from "./Decision.ts"
import type { LoggedDecision } from "./DecisionLog.ts"
import { earlierDecision } from "./earlierDecision.ts"
import { keyOfRequest } from "./idempotency.ts"
import { judge, screeningServices } from "./judgePrompt.ts"
import type { Screening } from "./judgePrompt.ts"
import { logDecision } from "./logDecision.ts"
import { gateByPlan, withinAllowance } from "./planGate.ts"
import type { PromptToScreen } from "./PromptToScreen.ts"

/** How many prompts of one request the engine is asked about at a time. */
const askedAtOnce = 8

/** One of the prompts of a request. */
export interface PromptOfSeveral {
  readonly command: PromptToScreen
  /** The prompt's own: the timings of many concurrent checks would not show where the request's time went. */
  readonly stopwatch: Stopwatch
}

type Screenings = Array.NonEmptyReadonlyArray<Screening>

/** A prompt, and the decision that an earlier request with the same key got for it. */
type Candidate = readonly [Screening, Option.Option<DecisionSummary>]

const withEarlier = (screening: Screening) => {
  const { claim } = screening.command
  const earlier = claim === null ? Effect.succeedNone : earlierDecision(screening, claim)
  return Effect.map(earlier, (earlier): Candidate => [screening, earlier])
}

/** The first prompt is logged before the others, so without its decision there are no others. */
const withAllEarlier = Effect.fnUntraced(function* ([first, ...others]: Screenings) {
  const candidate = yield* withEarlier(first)
  const isNew = Option.isNone(candidate[1])
  const rest = isNew
    ? others.map((screening): Candidate => [screening, Option.none()])
    : yield* Effect.forEach(others, withEarlier, { concurrency: askedAtOnce })
  return [candidate, ...rest]
})

/** Logs a decision, leaving room for others of the same request. */
type Log = (others: number) => ReturnType<typeof logDecision>

/** Screens a prompt that is not decided yet. */
const prepare = ([screening, earlier]: Candidate) =>
  Option.match(earlier, {
    onSome: (decision) =>
      Effect.succeed<Log>(() => Effect.succeed<LoggedDecision>({ decision, replayed: true })),
    onNone: () =>
      Effect.map(
        judge(screening),
        (judged): Log =>
          (others) =>
            Effect.suspend(() => logDecision(screening, judged, others))
      )
  })

const isNew = ([, earlier]: Candidate): boolean => Option.isNone(earlier)

const decideAll = Effect.fnUntraced(function* (
  [screening]: Screenings,
  candidates: ReadonlyArray<Candidate>,
  turn: Effect.Effect<void>
) {
  const count = candidates.filter(isNew).length
  yield* gateByPlan(screening, count)
  const prepared = yield* Effect.forEach(
    candidates,
    (candidate) =>
      Effect.andThen(
        turn,
        Effect.suspend(() => prepare(candidate))
      ),
    { concurrency: askedAtOnce }
  )
  // One comes before the others. Of two requests with the same key and different prompts, the one that logs its first
  // prompt has the key, and of two that are too many for an allowance, the one that does so has the room. If each began
  // with all its prompts, both could get a part, and neither could ever be completed.
  const first = candidates.findIndex(isNew)
  const logged = yield* Effect.forEach(prepared.slice(first, first + 1), (log) => log(count - 1))
  const others = yield* Effect.forEach(prepared.toSpliced(first, 1), (log) => log(0), {
    concurrency: "unbounded"
  })
  return others.toSpliced(first, 0, ...logged)
})

const replayOrDecideAll = Effect.fnUntraced(function* (screenings: Screenings, turn: Effect.Effect<void>) {
  const candidates = yield* withAllEarlier(screenings)
  const replayed = Option.all(candidates.map(([, earlier]) => earlier))
  if (Option.isSome(replayed)) return replayed.value.map((decision) => ({ decision, replayed: true }))
  const [{ command, locks }] = screenings
  return yield* withinAllowance(command, locks, () => decideAll(screenings, candidates, turn))
})

/**
 * Makes the function that screens several prompts of one request. They come from the same workspace, and their claims
 * are the parts of one, in order, or all null. Each waits for its `turn` to be screened, and nothing is logged before
 * all are: a fault of the engine, or an allowance that is too small for all, leaves nothing behind. If the storage
 * fails while the decisions are logged, or other processes then take what is left of the allowance, a retry with the
 * same key decides only what is missing.
 */
export const makeScreenPrompts = Effect.map(
  screeningServices,
  (services) => (prompts: ReadonlyArray<PromptOfSeveral>, turn: Effect.Effect<void>) => {
    const screenings = prompts.map((prompt) => ({ ...services, ...prompt }))
    if (!Array.isReadonlyArrayNonEmpty(screenings)) return Effect.succeed<ReadonlyArray<LoggedDecision>>([])
    const { claim, workspace } = screenings[0].command
    const decided = replayOrDecideAll(screenings, turn)
    return claim === null
      ? decided
      : decided.pipe(services.locks.withKeyLock(workspace, keyOfRequest(claim.key)))
  }
)
