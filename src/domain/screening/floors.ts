// Temporary placeholder so that others can run; its owner overwrites it.
export interface FloorFinding {
  readonly floor: "age" | "lexicon" | "canon"
  readonly field: "prompt" | "negative_prompt"
  readonly start: number
  readonly end: number
  readonly counted: boolean
  readonly text: string
}
export interface FloorResult {
  readonly findings: ReadonlyArray<FloorFinding>
  readonly adultClaim: boolean
  readonly negativeAdulthood: boolean
  readonly score: number
  readonly reviewScore: number
}
export const applyFloors = (_input: object, _sexual: boolean): FloorResult => ({ findings: [], adultClaim: false, negativeAdulthood: false, score: 0, reviewScore: 0 })
