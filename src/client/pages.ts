interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** Every item of a list, page after page. Each page is requested when the one before is used up. */
export async function* itemsOf<A>(
  page: (cursor: { readonly cursor?: string }) => Promise<Page<A>>
): AsyncGenerator<A, void, undefined> {
  for (let cursor: { readonly cursor?: string } | undefined = {}; cursor !== undefined;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a page's cursor is in the page before
    const { data, next_cursor }: Page<A> = await page(cursor)
    yield* data
    cursor = next_cursor === null ? undefined : { cursor: next_cursor }
  }
}
