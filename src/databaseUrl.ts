import { Effect } from "effect"
import { BadSetting, parseUrl, setting } from "./settings.ts"

/**
 * The parameters that the driver reads. It silently ignores all others, even one that somebody relies on, such as
 * `ssl=true`.
 */
const parameters = [
  "host",
  "port",
  "user",
  "password",
  "dbname",
  "sslmode",
  "connect_timeout",
  "application_name",
  "options"
]

/**
 * libpq takes a comma-separated list for several hosts and tries each in turn. The driver takes it for one host name.
 */
const isList = (hosts: string): boolean => hosts.includes(",")

/** The server to use in place of the embedded one; undefined to use the embedded one. */
export const databaseUrl = Effect.gen(function* () {
  const name = "DATABASE_URL"
  const given = yield* setting(
    name,
    "a postgres:// address such as postgres://user:password@host:5432/name: with one host, and with special characters in the user and the password percent-encoded",
    parseUrl(["postgres:", "postgresql:"]),
    undefined
  )
  if (given !== undefined && [given.hostname, ...given.searchParams.getAll("host")].some(isList)) {
    return yield* new BadSetting({ name, rule: "an address with one host, which has to lead to the primary" })
  }
  // The error does not name the parameter: it may be the end of a password that was not percent-encoded.
  if (given !== undefined && [...given.searchParams.keys()].some((key) => !parameters.includes(key))) {
    return yield* new BadSetting({
      name,
      rule: `without parameters other than ${parameters.join(", ")}: others, such as sslrootcert, would be ignored`
    })
  }
  return given
})
