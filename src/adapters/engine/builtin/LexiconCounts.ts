/** How many different terms of each group a text holds. */
export interface LexiconCounts {
  readonly explicit: number
  readonly suggestive: number
  readonly mild: number
  readonly weak: number
  readonly ambiguous: number
  readonly intimate: number
}
