const blockLength = 0x1000

/** Every UTF-16 unit, in order. */
const everyUnit = Array.from({ length: 0x10000 / blockLength }, (_, block) =>
  String.fromCharCode(...Array.from({ length: blockLength }, (_, at) => block * blockLength + at))
).join("")

/**
 * A table of all UTF-16 units: 1 for those that are in a match of the pattern, else 0. The pattern must be global, and
 * match runs. One pass takes a small part of the time that it takes to test each unit, and these tables are made
 * whenever a process starts. The last high and the first low surrogate stand for a pair, so no class may hold surrogates.
 */
export const unitsOf = (pattern: RegExp): Uint8Array => {
  const table = new Uint8Array(0x10000)
  for (const { 0: run, index } of everyUnit.matchAll(pattern)) table.fill(1, index, index + run.length)
  return table
}
