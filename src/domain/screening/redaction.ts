import type { Decision, PromptInput } from "./Decision.ts"

/** What stands in place of a prompt that may not be shown, or that is gone. */
const placeholders = { redacted: "[redacted]", purged: "[purged]" } as const

/** The input as an API key may see it. */
export const visibleInput = ({ input, promptPurged, promptRedacted }: Decision): PromptInput => {
  if (promptPurged) return { prompt: placeholders.purged }
  return promptRedacted ? { prompt: placeholders.redacted } : input
}
