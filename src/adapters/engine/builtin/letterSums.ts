/** The most letters of a word that can be summed up. */
export const longestSummed = 17

const base = 0x01000193

/** What the last letter of a word, the one before it, and so on are multiplied by. */
export const powers = new Int32Array(longestSummed + 1).fill(1)
for (let at = 1; at < powers.length; at++) powers[at] = Math.imul(powers[at - 1] ?? 0, base)

/**
 * The sums of the first letters of the word that was summed up last, each letter times a power of the base. The sum
 * without a letter can be computed from them.
 */
export const sums = new Int32Array(longestSummed + 1)

/** Sums up a word of at most `longestSummed` letters. False if it holds anything but lower-case Latin letters. */
export const sumUp = (letters: Uint16Array, start: number, end: number): boolean => {
  let sum = 0
  for (let at = start; at < end; at++) {
    const letter = letters[at] ?? 0
    if (letter < 0x61 || letter > 0x7a) return false
    sum = (Math.imul(sum, base) + letter) | 0
    sums[at - start + 1] = sum
  }
  return true
}

/** The sum of the word that was summed up last, without one letter. */
export const sumWithout = (left: number, length: number): number => {
  const before = sums[left] ?? 0
  const power = powers[length - left - 1] ?? 0
  return ((sums[length] ?? 0) - Math.imul((sums[left + 1] ?? 0) - before, power)) | 0
}
