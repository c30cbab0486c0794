import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import type { FloorResult } from "../../../../src/domain/screening/floors/FloorResult.ts"

/** The floors of a prompt that the engine found sexual. */
export const floorsOf = (prompt: string, negativePrompt: string | null = null): FloorResult =>
  applyFloors({ prompt, negativePrompt }, true)

/** The words that the findings of a floor point at. */
export const findingsIn = (prompt: string, floor: string): ReadonlyArray<string> =>
  floorsOf(prompt)
    .findings.filter((finding) => finding.floor === floor)
    .map(({ end, start }) => prompt.slice(start, end))

export const agesIn = (prompt: string): ReadonlyArray<string> => findingsIn(prompt, "age")

/** The floors of a prompt whose engine found nothing, so that only the service's own words make it sexual. */
export const floorsAlone = (prompt: string): FloorResult =>
  applyFloors({ prompt, negativePrompt: null }, false)

/** The words that those findings point at which count. */
export const countedAlone = (prompt: string): ReadonlyArray<string> =>
  floorsAlone(prompt)
    .findings.filter(({ counted }) => counted)
    .map(({ end, start }) => prompt.slice(start, end))
