/** Lists of names, each with the work that they come from. */
export type Casts = ReadonlyArray<readonly [from: string, names: string]>
