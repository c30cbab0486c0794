const pair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g

/** Unicode code points, which every limit of a length counts. A lone surrogate counts as one. */
export const countCharacters = (text: string): number => text.length - (text.match(pair)?.length ?? 0)
