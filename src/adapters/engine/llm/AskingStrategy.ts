import type { Result } from "effect"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineCheck, EngineRequest } from "../../../domain/screening/ScreeningEngine.ts"
import type { EngineFault } from "../remote/EngineFault.ts"
import type { Completion } from "./completion.ts"
import type { ChatRequest } from "./request.ts"

/** One way to ask a model: what is sent, and how the answer is read. */
export interface AskingStrategy {
  /** For the operator's log. */
  readonly name: string
  /**
   * Something that the server answers rightly only if it holds the model to the form of its answers: without that
   * it would do what the text says. Null where the form is the model's own.
   */
  readonly canary: { readonly request: ChatRequest; readonly holds: (text: string) => boolean } | null
  /** The body without the model's name. */
  readonly request: (prompt: Pick<EngineRequest, "negativePrompt" | "prompt">) => ChatRequest
  /** A failure says what is wrong with the answer and quotes nothing of it. */
  readonly read: (
    completion: Completion,
    checks: ReadonlyArray<CheckId>
  ) => Result.Result<Readonly<Partial<Record<CheckId, EngineCheck>>>, EngineFault>
}
