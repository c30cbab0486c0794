import { Effect } from "effect"
import { makeScreenPrompt } from "../../src/domain/screening/screenPrompt.ts"
import type { PromptToScreen } from "../../src/domain/screening/PromptToScreen.ts"

/** Screens with the services of the test. */
export const screenPrompt = (command: PromptToScreen) =>
  Effect.flatMap(makeScreenPrompt, (screen) => screen(command))
