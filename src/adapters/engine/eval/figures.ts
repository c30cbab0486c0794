/** A count with thousands separators. */
export const count = (value: number): string => value.toLocaleString("en")

export const percent = (part: number, whole: number): string =>
  whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`

/** A count, with that of an earlier report if it differs. */
export const changed = (now: number, before: number | undefined): string =>
  before === undefined || before === now ? count(now) : `${count(now)} (was ${count(before)})`

/** The lines of a table. A column is as wide as its widest cell, and a marked row has a star in front. */
export const table = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<{ readonly isMarked: boolean; readonly cells: ReadonlyArray<string> }>
): ReadonlyArray<string> => {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map(({ cells }) => cells[at]?.length ?? 0))
  )
  const line = (cells: ReadonlyArray<string>) =>
    cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("  ")
  return [
    `   ${line(heads)}`,
    ...rows.map(({ cells, isMarked }) => ` ${isMarked ? "*" : " "} ${line(cells)}`)
  ]
}
