/** One page of a list. Unless `isLast`, the list continues after the last item. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly isLast: boolean
}

/** Which page of a list to read. */
export interface PageRequest<Id> {
  /** The last item of the previous page; null for the first page. */
  readonly after: Id | null
  readonly limit: number
}

/**
 * Makes a page of `items`. The caller has read up to `limit` + 1 of them: one too many shows that the list continues.
 */
export const toPage = <A>(items: ReadonlyArray<A>, limit: number): Page<A> => ({
  items: items.slice(0, limit),
  isLast: items.length <= limit
})
