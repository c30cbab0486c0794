import { readFileSync } from "node:fs"
import { root } from "./operatorCommand.ts"

export const readDocument = (path: string): string => readFileSync(`${root}/${path}`, "utf8")

/** The cells of the first table at or after a text of a page, row by row, without its header. */
export const tableFrom = (page: string, start: string): ReadonlyArray<ReadonlyArray<string>> => {
  const text = readDocument(page)
  const [table = ""] = /^\|.*?(?=\n\n)/ms.exec(text.slice(text.indexOf(start))) ?? []
  const rows = table.split("\n").map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  return rows.slice(2).map((cells) => cells.slice(1, -1))
}

/** The same for the first table below a heading. */
export const tableBelow = (page: string, heading: string): ReadonlyArray<ReadonlyArray<string>> =>
  tableFrom(page, `\n## ${heading}\n`)

/** The texts of a cell that are set as code. */
export const codesIn = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)
