/** Part of a list. The list goes on after the last item unless `isLast`. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly isLast: boolean
}

/** What part of a list is asked for. */
export interface PageRequest<Id> {
  /** The last item of the page before, null for the first page. */
  readonly after: Id | null
  readonly limit: number
}

/** Makes a page of `items`, of which one more than `limit` was asked for to see whether the list goes on. */
export const toPage = <A>(items: ReadonlyArray<A>, limit: number): Page<A> => ({
  items: items.slice(0, limit),
  isLast: items.length <= limit
})
