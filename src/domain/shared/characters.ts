const pair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g

/** The number of Unicode code points, the unit of every length limit. A lone surrogate counts as one. */
export const countCharacters = (text: string): number => text.length - (text.match(pair)?.length ?? 0)

/** The text, without what follows its first `most` code points. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join("")

/** The text, with an ellipsis in place of what follows its first `most` code points. */
export const shortened = (text: string, most: number): string => {
  const start = firstCharacters(text, most)
  return start.length < text.length ? `${start}…` : text
}

/** Whether a text is without NUL and lone surrogates, which Postgres cannot store. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")
