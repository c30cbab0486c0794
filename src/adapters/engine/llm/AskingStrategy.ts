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
   * A request whose answer shows whether the server enforces the form of answers: if it does not, the model simply does
   * what the text says. Null if the model was trained to use the form.
   */
  readonly canary: { readonly request: ChatRequest; readonly holds: (text: string) => boolean } | null
  /** The body of a request, without the model's name. */
  readonly request: (prompt: Pick<EngineRequest, "negativePrompt" | "prompt">) => ChatRequest
  /** Reads an answer. Fails with what is wrong with it, in words that quote nothing of it. */
  readonly read: (
    completion: Completion,
    checks: ReadonlyArray<CheckId>
  ) => Result.Result<Readonly<Partial<Record<CheckId, EngineCheck>>>, EngineFault>
}
