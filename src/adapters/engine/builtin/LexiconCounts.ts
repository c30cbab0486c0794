/** How many different terms of each group a text holds. */
export interface LexiconCounts {
  readonly explicit: number
  readonly suggestive: number
  readonly mild: number
  readonly weak: number
  readonly ambiguous: number
  readonly intimate: number
  /** explicit and suggestive terms as medicine, the law or the news uses them */
  readonly clinical: number
}

/** Whether a text has an explicit term, whatever it is used for. */
export const holdsExplicit = ({ clinical, explicit }: LexiconCounts): boolean => explicit + clinical > 0
