type Labels = Readonly<Record<string, string>>

interface Sample {
  readonly name: string
  readonly labels: Labels
  readonly value: number
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/g

const readLine = (text: string): Sample => {
  const [, name, labels = "", value] = line.exec(text) ?? []
  if (name === undefined || labels.replaceAll(label, "") !== "") throw new Error(`not a sample: ${text}`)
  const pairs = [...labels.matchAll(label)].map(([, name, value]) => [name, value])
  return { name, labels: Object.fromEntries(pairs), value: value === "+Inf" ? Infinity : Number(value) }
}

/** Prometheus's text format, read strictly: every sample after the one `TYPE` line of its metric. */
export const samplesOf = (text: string) => {
  if (!text.endsWith("\n")) throw new Error("the last line has no end")
  const lines = text.trimEnd().split("\n")
  const types = lines.flatMap((text) => /^# TYPE (\S+) (?:counter|gauge|histogram)$/.exec(text)?.[1] ?? [])
  if (new Set(types).size !== types.length) throw new Error("a metric has two TYPE lines")
  const samples = lines.filter((text) => !text.startsWith("#")).map(readLine)
  for (const { name } of samples) {
    const base = name.replace(/_(?:bucket|sum|count)$/, "")
    if (!types.includes(name) && !types.includes(base)) throw new Error(`${name} has no TYPE`)
  }
  const find = (name: string, labels: Labels = {}) =>
    samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value)
    )
  return {
    has: (name: string, labels?: Labels): boolean => find(name, labels).length > 0,
    /** The sum over all processes. */
    value: (name: string, labels?: Labels): number => {
      const found = find(name, labels)
      if (found.length === 0) throw new Error(`there is no ${name} with ${JSON.stringify(labels)}`)
      return found.reduce((total, { value }) => total + value, 0)
    },
    /** By the number of the process. */
    byProcess: (name: string, labels?: Labels): Readonly<Record<string, number>> =>
      Object.fromEntries(find(name, labels).map(({ labels, value }) => [labels["process"], value]))
  }
}
