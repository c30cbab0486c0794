import type { PromptInput } from "../../../domain/screening/Decision.ts"

/** The screened input, or its placeholder, under the field names of the API. */
export const toWireInput = ({ context, negativePrompt, prompt }: PromptInput) => ({
  prompt,
  ...(negativePrompt === undefined ? {} : { negative_prompt: negativePrompt }),
  ...(context === undefined ? {} : { context })
})
