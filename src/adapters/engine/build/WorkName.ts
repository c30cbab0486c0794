/** How well a name is known: entries in its source, and uses in real prompts. */
export interface WorkName {
  readonly name: string
  readonly kind: number
  readonly franchise: string
  /** Known so well that even a name of plain words means the work ("star wars"). */
  readonly isFamous: boolean
}
