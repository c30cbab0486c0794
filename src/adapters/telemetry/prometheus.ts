import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"

const unitNames: Readonly<Record<string, string>> = { ms: "milliseconds", By: "bytes", s: "seconds" }

/** The name that OpenTelemetry's collector would give the metric for Prometheus, so that one dashboard serves both. */
const nameOf = ({ attributes = {}, id, type }: Metric.Metric.Snapshot): string => {
  const unit = unitNames[attributes["unit"] ?? ""]
  return [id, ...(unit === undefined ? [] : [unit]), ...(type === "Counter" ? ["total"] : [])].join("_")
}

/** The metrics of this process in Prometheus's text format. */
export const renderMetrics: Effect.Effect<string> = Effect.contextWith((context) =>
  Effect.sync(() => {
    const names = new Map(Metric.snapshotUnsafe(context).map((snapshot) => [snapshot.id, nameOf(snapshot)]))
    return PrometheusMetrics.formatUnsafe(context, { metricNameMapper: (id) => names.get(id) ?? id })
  })
)

/** One metric: the lines that describe it, and its samples. */
interface Family {
  readonly head: Array<string>
  readonly samples: Array<string>
}

const nameIn = /^# (?:HELP|TYPE) (\S+)/

/** A sample: a name, labels in braces if there are any, and a value. */
const sample = /^([\w:]+)(?:\{(.*)\})? (\S+)$/

const labelled = (line: string, process: number): string =>
  line.replace(sample, (_, name: string, labels: string | undefined, value: string) => {
    const rest = labels === undefined ? "" : `,${labels}`
    return `${name}{process="${process}"${rest}} ${value}`
  })

const readFamilies = (text: string): ReadonlyMap<string, Family> => {
  const families = new Map<string, Family>()
  let current: Family = { head: [], samples: [] }
  for (const line of text.split("\n")) {
    const [, name] = nameIn.exec(line) ?? []
    if (name !== undefined) {
      current = families.get(name) ?? { head: [], samples: [] }
      families.set(name, current)
      current.head.push(line)
    } else if (line !== "") {
      current.samples.push(line)
    }
  }
  return families
}

/**
 * Merges the metrics of several processes into one text, in which each sample has the number of its process. They are
 * not summed: a process that restarts counts from 0 again, which Prometheus can only see in a series of its own.
 */
export const mergeReports = (
  reports: ReadonlyArray<{ readonly process: number; readonly text: string }>
): string => {
  const merged = new Map<string, Family>()
  for (const { process, text } of reports) {
    for (const [name, { head, samples }] of readFamilies(text)) {
      const family = merged.get(name) ?? { head, samples: [] }
      merged.set(name, family)
      family.samples.push(...samples.map((line) => labelled(line, process)))
    }
  }
  const lines = [...merged].flatMap(([, { head, samples }]) => head.concat(samples))
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`
}
