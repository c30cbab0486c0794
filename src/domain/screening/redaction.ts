import type { Decision, PromptInput } from "./Decision.ts"

/** What is shown instead of a prompt that may not be read or has been deleted. */
const placeholders = { redacted: "[redacted]", purged: "[purged]" } as const

/** The input as API keys may read it. */
export const visibleInput = ({ input, promptPurged, promptRedacted }: Decision): PromptInput => {
  if (promptPurged) return { prompt: placeholders.purged }
  return promptRedacted ? { prompt: placeholders.redacted } : input
}
