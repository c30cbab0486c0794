/**
 * Bytes that a decision leaves in each table (with its TOAST table) and index, as `npm run bench -- --only storage`
 * measured it: a prompt of some 200 characters, a user, metadata, an idempotency key, no webhook.
 */
export const bytesPerDecision: Readonly<Record<string, number>> = {
  decisions: 1_025,
  decisions_pkey: 59,
  decisions_by_facet: 59,
  decisions_by_policy: 78,
  decisions_by_user: 164,
  decisions_of_user: 151,
  decision_inputs: 412,
  decision_inputs_pkey: 59,
  idempotency_keys: 142,
  idempotency_keys_pkey: 114
}

/** Gone when the prompt's retention ends; the others stay. */
const purged = new Set(["decision_inputs", "decision_inputs_pkey"])

export const measured = {
  /** Bytes of write-ahead log, in a small log between checkpoints. */
  walPerDecision: 2_662,
  /** Microseconds a check, at 64 connections. */
  serviceCpu: 133,
  postgresCpu: 60
} as const

/** What is assumed, not measured. Put your own here: prices differ by provider, region and contract. */
export const assumed = {
  /** The busiest minute, in multiples of the mean. */
  peak: 3,
  /** How busy a core may be at the peak. */
  busy: 0.5,
  /** Days that prompts are kept; what is not purged is kept for a year. */
  retentionDays: 30,
  keptDays: 365,
  /** Pages that each decision dirties by itself once the indexes are large: of its user's two, and of its key's. */
  scatteredPages: 3,
  /** Of a page that is first written after a checkpoint, in the log, compressed. */
  pageImage: 4_096,
  /** Pages freshly filled are written about twice, by a checkpoint in their middle and by the next. */
  writesPerPage: 2,
  /** Commits that reach the disk in a second, at the most, from each process: two lanes of 4 ms. */
  flushesPerProcess: 500,
  /** Processes a machine: its cores, shared with the balancer's agent and the system. */
  processesPerMachine: 8,
  connectionsPerProcess: 10,
  /** What one primary is trusted with. */
  primary: { decisionsPerSecond: 10_000, terabytes: 20 },
  /** Replicas of each primary. */
  replicas: 1,
  /** Dollars a month. */
  price: { core: 30, gigabyte: 0.12, thousandIops: 5 }
} as const

const day = 86_400
const page = 8_192
const giga = 1e9

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

const bytesOf = (wanted: (name: string) => boolean) =>
  sum(
    Object.entries(bytesPerDecision)
      .filter(([name]) => wanted(name))
      .map(([, bytes]) => bytes)
  )

export const keptBytes = bytesOf((name) => !purged.has(name))
export const inputBytes = bytesOf((name) => purged.has(name))

/** What an installation needs. */
export interface Shape {
  readonly decisionsPerDay: number
  /** Decisions a second in the busiest minute. */
  readonly peak: number
  readonly processes: number
  readonly machines: number
  /** Of Postgres, all primaries together. */
  readonly primaries: number
  readonly postgresCores: number
  readonly connections: number
  /** Writes a second at the peak, all primaries together. */
  readonly iops: number
  /** Megabytes a second at the peak. */
  readonly wal: number
  /** Gigabytes after a year, on each copy. */
  readonly stored: number
  /** A month, with the replicas. */
  readonly dollars: number
}

export const shapeOf = (decisionsPerDay: number): Shape => {
  const peak = (decisionsPerDay / day) * assumed.peak
  const coresFor = (cpu: number) => Math.max(1, Math.ceil((peak * cpu) / 1e6 / assumed.busy))
  const stored =
    (decisionsPerDay * (keptBytes * assumed.keptDays + inputBytes * assumed.retentionDays)) / giga
  const primaries = Math.max(
    Math.ceil(peak / assumed.primary.decisionsPerSecond),
    Math.ceil(stored / (assumed.primary.terabytes * 1_000))
  )
  const processes = Math.max(2 * primaries, coresFor(measured.serviceCpu))
  const machines = Math.max(1, Math.ceil(processes / assumed.processesPerMachine))
  const postgresCores = Math.max(2 * primaries, coresFor(measured.postgresCpu))
  const connections = (processes + machines) * assumed.connectionsPerProcess
  const walPerDecision = measured.walPerDecision + assumed.scatteredPages * assumed.pageImage
  const pages = assumed.scatteredPages + (assumed.writesPerPage * (keptBytes + inputBytes)) / page
  const iops = Math.min(peak, processes * assumed.flushesPerProcess) + peak * pages
  const copies = 1 + assumed.replicas
  const { core, gigabyte, thousandIops } = assumed.price
  const dollars =
    processes * core + copies * (postgresCores * core + stored * gigabyte + (iops / 1_000) * thousandIops)
  return {
    decisionsPerDay,
    peak,
    processes,
    machines,
    primaries,
    postgresCores,
    connections,
    iops,
    wal: (peak * walPerDecision) / 1e6,
    stored,
    dollars
  }
}

/** From a hobby to what nobody has. */
export const volumes: ReadonlyArray<number> = [1e5, 1e6, 1e7, 1e8, 1e9]

const whole = (value: number) => Math.round(value).toLocaleString("en")
const rounded = (value: number) => whole(Number(value.toPrecision(2)))
const size = (gigabytes: number) =>
  gigabytes < 1_000 ? `${rounded(gigabytes)} GB` : `${rounded(gigabytes / 1_000)} TB`

const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [headings = [], ...rest] = rows
  const line = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  return [line(headings), `|${headings.map(() => "---|").join("")}`, ...rest.map(line)].join("\n")
}

/** What a decision leaves behind, as docs/scaling.md shows it. */
export const bytesTable = (): string =>
  tableOf([
    ["table or index", "bytes a decision"],
    ...Object.entries(bytesPerDecision).map(([name, bytes]) => [
      `\`${name}\`${purged.has(name) ? ", until the prompt's retention ends" : ""}`,
      whole(bytes)
    ]),
    ["all, with the prompt", whole(keptBytes + inputBytes)],
    ["all that stays", whole(keptBytes)]
  ])

/** What each volume needs, as docs/scaling.md shows it. */
export const capacityTable = (): string =>
  tableOf([
    [
      "decisions a day",
      "at the peak",
      "processes (cores)",
      "Postgres cores",
      "primaries",
      "connections",
      "writes",
      "log",
      "stored after a year",
      "dollars a month",
      "of a million decisions"
    ],
    ...volumes
      .map(shapeOf)
      .map((shape) => [
        whole(shape.decisionsPerDay),
        `${rounded(shape.peak)}/s`,
        whole(shape.processes),
        whole(shape.postgresCores),
        whole(shape.primaries),
        whole(shape.connections),
        `${rounded(shape.iops)}/s`,
        `${Number(shape.wal.toPrecision(2))} MB/s`,
        size(shape.stored),
        rounded(shape.dollars),
        `$${(shape.dollars / ((shape.decisionsPerDay * 30) / 1e6)).toPrecision(2)}`
      ])
  ])
