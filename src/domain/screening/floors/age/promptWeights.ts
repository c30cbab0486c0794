import type { Span } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import type { StatedAge } from "./StatedAge.ts"
import { isYoung } from "./youngPeople.ts"

const closing = /^[)\]}>]/
/** Steps are in square brackets, and there are as many as a minor has years. */
const stepClosing = /^[\]>]/

/**
 * Whether a number is a weight or a step in the syntax of image generators, and no age: "(woman:12)",
 * "[tree:woman:12]", "<lora:woman:12>". In round and curly brackets no real weight is so large: "(girl:12)" states an age.
 */
export const isPromptWeight = (
  original: string,
  { end, start }: Span,
  { tokens }: Reading,
  { first, last }: StatedAge
): boolean =>
  first === last &&
  original.charAt(start - 1) === ":" &&
  closing.test(original.slice(end, end + 1)) &&
  (stepClosing.test(original.slice(end, end + 1)) || !isYoung(tokens, first - 1))
