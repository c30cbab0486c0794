/** A field, quoted or not, and what ends it. Matching takes linear time. */
const field = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y

/** The rows of a CSV text (RFC 4180: quoted fields may hold commas, line ends and doubled quotes). */
export const readCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  field.lastIndex = 0
  while (field.lastIndex < text.length) {
    const found = field.exec(text)
    if (found === null) throw new Error(`Row ${rows.length + 1} is not CSV.`)
    const [, quoted, plain = "", end = ""] = found
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ",") continue
    rows.push(row)
    row = []
  }
  return rows
}
