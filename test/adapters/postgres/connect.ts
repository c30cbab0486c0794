import { Layer, Redacted } from "effect"
import { DatabaseLayer } from "../../../src/adapters/postgres/database.ts"

/** Connections of their own to the database of this address. */
export const connect = (url: string) =>
  Layer.fresh(DatabaseLayer({ url: Redacted.make(url), connections: 2 }))
