/** A name of a character, a franchise or a brand in one of the sources. */
export interface WorkName {
  readonly name: string
  readonly kind: number
  readonly franchise: string
  /** Whether its source shows it to be so well known that even a name of plain words means the work ("star wars"). */
  readonly isFamous: boolean
}
