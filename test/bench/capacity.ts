import { bytesTable, capacityTable } from "./capacityModel.ts"

/** Prints the tables of docs/scaling.md, which a test compares with what is there. */
console.log(`${bytesTable()}\n\n${capacityTable()}`)
