import type { Decision, PromptInput } from "./Decision.ts"

/** What stands in place of a prompt that may not be shown, or that is gone. */
const placeholders = { redacted: "[redacted]", purged: "[purged]" } as const

/** The input as whoever revealed it sees it. */
export const revealedInput = ({ input, promptPurged }: Decision): PromptInput =>
  promptPurged ? { prompt: placeholders.purged } : input

/** The input as anyone but an owner or admin who reveals it may see it. */
export const visibleInput = (decision: Decision): PromptInput =>
  decision.promptRedacted && !decision.promptPurged
    ? { prompt: placeholders.redacted }
    : revealedInput(decision)
