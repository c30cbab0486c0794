/** Part of a list. The list goes on after the last item unless `isLast`. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly isLast: boolean
}

/** Makes a page of at most `limit` of the items, which were asked for one more than that. */
export const toPage = <A>(items: ReadonlyArray<A>, limit: number): Page<A> => ({
  items: items.slice(0, limit),
  isLast: items.length <= limit
})
