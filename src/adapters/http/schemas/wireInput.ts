import type { PromptInput } from "../../../domain/screening/Decision.ts"

/** What was screened, or its placeholder, in the names of the interface. */
export const toWireInput = ({ context, negativePrompt, prompt }: PromptInput) => ({
  prompt,
  ...(negativePrompt === undefined ? {} : { negative_prompt: negativePrompt }),
  ...(context === undefined ? {} : { context })
})
