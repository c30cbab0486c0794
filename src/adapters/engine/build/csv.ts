/** The rows of a CSV text (RFC 4180: quoted fields may hold commas, line ends and doubled quotes). */
export const readCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  let row: Array<string> = []
  let field = ""
  let quoted = false
  const endField = () => {
    row.push(field)
    field = ""
  }
  const endRow = () => {
    endField()
    if (row.length > 1 || row[0] !== "") rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quoted) {
      if (character !== '"') field += character
      else if (text.charAt(at + 1) === '"') field += text.charAt(at++)
      else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ",") endField()
    else if (character === "\n") endRow()
    else if (character !== "\r") field += character
  }
  if (field !== "" || row.length > 0) endRow()
  return rows
}
