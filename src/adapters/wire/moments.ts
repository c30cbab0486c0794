import { DateTime, Duration, Option, Schema } from "effect"
import { createdAtOf } from "../../domain/shared/ids.ts"

// A plus sign that was not percent-encoded arrives as a space.
const iso =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2})(?::(?<seconds>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[+ -]\d{2}(?::?\d{2})?)?)?$/i

/** `Z` and an empty text have no digits, so they are read as zero. */
const offsetOf = (text: string): Option.Option<Duration.Duration> => {
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(":", ""))
  if (hours > 23 || minutes > 59) return Option.none()
  const ahead = Duration.minutes(hours * 60 + minutes)
  return Option.some(text.startsWith("-") ? Duration.negate(ahead) : ahead)
}

/** The milliseconds of a fraction of a second, rounded up. */
const millisecondsOf = (fraction: string): number => Math.ceil(Number(fraction.padEnd(9, "0")) / 1e6)

/**
 * Parses a moment in ISO 8601: a day, or a day and a time with an offset (UTC by default). Decisions are made at whole
 * milliseconds, so a bound between two of these is equivalent to the later one.
 */
export const parseMoment = (text: string): Option.Option<DateTime.Utc> => {
  const {
    day = "",
    fraction = "",
    offset = "",
    seconds = "00",
    time = "00:00"
  } = iso.exec(text)?.groups ?? {}
  const written = `${day}T${time}:${seconds}.000Z`
  return Option.flatMap(DateTime.make(written), (moment) =>
    // Without this, 30 February would be taken for a day in March.
    DateTime.formatIso(moment) === written
      ? Option.map(offsetOf(offset), (ahead) =>
          DateTime.add(DateTime.subtractDuration(DateTime.toUtc(moment), ahead), {
            milliseconds: millisecondsOf(fraction)
          })
        )
      : Option.none()
  )
}

/** The schema of a moment in an answer. */
export const WireMoment = Schema.String.annotate({
  format: "date-time",
  description: "ISO 8601 in UTC, with milliseconds."
})

/** A moment in ISO 8601, UTC with milliseconds. */
export const wireMoment = (moment: DateTime.Utc | null): string | null =>
  moment === null ? null : DateTime.formatIso(moment)

/** When something was made whose id has a prefix. */
export const wireCreatedAt = (id: string): string => DateTime.formatIso(createdAtOf(id))
