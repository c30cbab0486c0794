/** Whether a number can be a score, or a line that scores are compared with. */
export const isScore = (value: number): boolean => value >= 0 && value <= 1
