/** Ids are prefixed on the wire and bare UUIDs in the database. */
export const toUuid = (id: string): string =>
  `${id.slice(4, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20, 24)}-${id.slice(24)}`

/** The 32 hex digits of a UUID as Postgres prints it. */
export const hexOf = (uuid: string): string => uuid.replaceAll("-", "")

/** The UUID whose hex digits spell a number. */
export const uuidOfNumber = (value: bigint): string => toUuid(`    ${value.toString(16).padStart(32, "0")}`)
