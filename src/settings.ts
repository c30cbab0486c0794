import { Config, Duration, Effect, Option, Schema } from "effect"

/** An environment variable has a value that it must not have. */
export class BadSetting extends Schema.TaggedError<BadSetting>()("BadSetting", {
  name: Schema.String,
  rule: Schema.String
}) {
  override get message() {
    return `${this.name} must be ${this.rule}`
  }
}

/**
 * Reads one variable. An empty value counts as unset. `rule` completes "must be …" in the error, and never quotes the
 * value.
 */
export const setting = <A, B>(
  name: string,
  rule: string,
  parse: (text: string) => Option.Option<A>,
  whenUnset: B
): Effect.Effect<A | B, BadSetting> =>
  Config.option(Config.String(name)).pipe(
    Effect.mapError(() => new BadSetting({ name, rule })),
    Effect.flatMap((text): Effect.Effect<A | B, BadSetting> => {
      if (Option.isNone(text) || text.value === "") return Effect.succeed(whenUnset)
      return Effect.fromOption(parse(text.value)).pipe(Effect.mapError(() => new BadSetting({ name, rule })))
    })
  )

export const text = <B>(name: string, whenUnset: B) => setting(name, "text", Option.some, whenUnset)

/** A whole number from `least` to `most`, both included. */
export const integer = <B>(name: string, least: number, most: number, whenUnset: B) =>
  setting(
    name,
    `a whole number from ${least} to ${most}`,
    (text) => {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= least && value <= most ? Option.some(value) : Option.none()
    },
    whenUnset
  )

export const oneOf = <const Value extends string, B>(
  name: string,
  values: ReadonlyArray<Value>,
  whenUnset: B
) =>
  setting(
    name,
    `one of ${values.join(", ")}`,
    (text) => Option.fromUndefinedOr(values.find((value) => value === text)),
    whenUnset
  )

/** A number from 0 to 1, both included. */
export const parseRatio = (text: string) => {
  const ratio = Number(text)
  return text.trim() !== "" && ratio >= 0 && ratio <= 1 ? Option.some(ratio) : Option.none()
}

export const parseUrl = (protocols: ReadonlyArray<string>) => (text: string) => {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) ? Option.some(url) : Option.none()
}

const webAddress = "an http:// or https:// address"
const parseWebAddress = parseUrl(["http:", "https:"])

export const url = (name: string) => setting(name, webAddress, parseWebAddress, undefined)

/**
 * An address that must also fulfil `holds`. For addresses of which a part would be ignored or misread: such a part is
 * refused.
 */
export const urlThat = (name: string, rule: string, holds: (url: URL) => boolean) =>
  setting(name, `${webAddress} ${rule}`, (text) => Option.filter(parseWebAddress(text), holds), undefined)

export const hasNoCredentials = ({ password, username }: URL) => username === "" && password === ""

/** Also detects an empty query or fragment, which `search` and `hash` do not show. */
export const hasNoQuery = ({ href }: URL) => !/[?#]/.test(href)

/** A year. Durations are added to timestamps in Postgres, whose range is limited. */
const longestDuration = Duration.hours(8_760)

/** A whole number with a unit (`ms`, `s`, `m` or `h`), up to a year. */
export const parseDuration = (text: string) => {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text.trim()) ?? []
  if (amount === undefined) return Option.none()
  const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit ?? ""] ?? 0
  const duration = Duration.millis(Number(amount) * milliseconds)
  return Duration.isLessThanOrEqualTo(duration, longestDuration) ? Option.some(duration) : Option.none()
}

export const duration = (name: string, whenUnset: Duration.Duration) =>
  setting(name, "a duration of a year at the most, such as 30s or 5m", parseDuration, whenUnset)

/** Also refuses 0, for durations in which something has to happen. */
export const positiveDuration = (name: string, whenUnset: Duration.Duration) =>
  setting(
    name,
    "a duration above 0, of a year at the most, such as 30s or 5m",
    (text) => Option.filter(parseDuration(text), (time) => Duration.toMillis(time) > 0),
    whenUnset
  )

/** Values separated by commas. None if any of them cannot be parsed. */
export const list =
  <A>(parse: (item: string) => Option.Option<A>) =>
  (text: string): Option.Option<ReadonlyArray<A>> =>
    Option.all(text.split(",").map((item) => parse(item.trim())))
