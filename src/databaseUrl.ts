import { Effect } from "effect"
import { BadSetting, parseUrl, setting } from "./settings.ts"

/** What the driver reads. The rest it passes over, and with it what somebody relies on, such as `ssl=true`. */
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

/** Of several hosts after each other libpq tries each. The driver takes them for one name. */
const isList = (hosts: string): boolean => hosts.includes(",")

/** The server to use instead of an embedded one. */
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
  // Without the parameter's name, which may be the end of a password.
  if (given !== undefined && [...given.searchParams.keys()].some((key) => !parameters.includes(key))) {
    return yield* new BadSetting({
      name,
      rule: `without parameters other than ${parameters.join(", ")}: others, such as sslrootcert, would be ignored`
    })
  }
  return given
})
