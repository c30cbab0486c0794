import { Config, Duration, Effect, Option, Schema } from "effect"

/** An environment variable holds something that it must not. */
export class BadSetting extends Schema.TaggedError<BadSetting>()("BadSetting", {
  name: Schema.String,
  rule: Schema.String
}) {
  override get message() {
    return `${this.name} must be ${this.rule}`
  }
}

/** Reads one variable. An empty one counts as unset. `rule` says what would be right. */
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

/** For what would pass over a part of an address, or misread it: such a part is refused. */
export const urlThat = (name: string, rule: string, holds: (url: URL) => boolean) =>
  setting(name, `${webAddress} ${rule}`, (text) => Option.filter(parseWebAddress(text), holds), undefined)

export const hasNoCredentials = ({ password, username }: URL) => username === "" && password === ""

/** An empty one too, which `search` and `hash` do not tell of. */
export const hasNoQuery = ({ href }: URL) => !/[?#]/.test(href)

/** A year. Postgres' clock, which goes on from here, ends somewhere. */
const longestDuration = Duration.hours(8_760)

export const parseDuration = (text: string) => {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text.trim()) ?? []
  if (amount === undefined) return Option.none()
  const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit ?? ""] ?? 0
  const duration = Duration.millis(Number(amount) * milliseconds)
  return Duration.isLessThanOrEqualTo(duration, longestDuration) ? Option.some(duration) : Option.none()
}

export const duration = (name: string, whenUnset: Duration.Duration) =>
  setting(name, "a duration of a year at the most, such as 30s or 5m", parseDuration, whenUnset)

/** For what nothing can be done in: no time at all is refused too. */
export const someTime = (name: string, whenUnset: Duration.Duration) =>
  setting(
    name,
    "a duration above 0, of a year at the most, such as 30s or 5m",
    (text) => Option.filter(parseDuration(text), (time) => Duration.toMillis(time) > 0),
    whenUnset
  )

export const list =
  <A>(parse: (item: string) => Option.Option<A>) =>
  (text: string): Option.Option<ReadonlyArray<A>> =>
    Option.all(text.split(",").map((item) => parse(item.trim())))
