/** Names by the work they come from. */
export type Casts = ReadonlyArray<readonly [from: string, names: string]>
