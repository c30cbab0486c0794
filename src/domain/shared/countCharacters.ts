const pair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g

/** The number of Unicode code points, the unit of every length limit. A lone surrogate counts as one. */
export const countCharacters = (text: string): number => text.length - (text.match(pair)?.length ?? 0)
