/** Whether a number is in the range of scores and lines, 0 to 1. */
export const isScore = (value: number): boolean => value >= 0 && value <= 1
