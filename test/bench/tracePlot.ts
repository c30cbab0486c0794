export interface DrawnSpan {
  readonly name: string
  /** 0 for a span that heads its group. */
  readonly depth: number
  /** Milliseconds after the check's arrival. */
  readonly start: number
  readonly milliseconds: number
}

export interface SpanGroup {
  readonly title: string
  readonly colour: string
  readonly spans: ReadonlyArray<DrawnSpan>
}

const [width, left, right, top, rowHeight] = [860, 210, 90, 56, 20]

const round = (value: number) => value.toFixed(1)

export const inWords = (milliseconds: number): string =>
  milliseconds < 0.1 ? `${(milliseconds * 1_000).toFixed(0)} µs` : `${milliseconds.toFixed(2)} ms`

const text = (x: number, y: number, words: string, more = "") =>
  `<text x="${round(x)}" y="${round(y)}" ${more}>${words}</text>`

/** A distance between marks that gives some eight of them. */
const stepFor = (end: number): number =>
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10].find((step) => end / step <= 10) ?? end / 8

/** An SVG of spans over time, group below group. */
export const tracePlot = (title: string, groups: ReadonlyArray<SpanGroup>): string => {
  const spans = groups.flatMap((group) => group.spans)
  const end = Math.max(...spans.map(({ milliseconds, start }) => start + milliseconds)) * 1.02
  const x = (milliseconds: number) => left + (milliseconds / end) * (width - left - right)
  const rows = groups.flatMap(({ colour, spans, title }) => [
    { heading: title, colour },
    ...spans.map((span) => ({ span, colour }))
  ])
  const bottom = top + rows.length * rowHeight
  const step = stepFor(end)
  const marks = Array.from({ length: Math.floor(end / step) + 1 }, (_, nth) => nth * step)
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 30}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${bottom + 30}" fill="#ffffff"/>`,
    text(16, 22, title, 'font-size="14" fill="#1f2328"'),
    ...marks.flatMap((mark) => [
      `<line x1="${round(x(mark))}" x2="${round(x(mark))}" y1="${top - 8}" y2="${bottom}" stroke="#eaeef2"/>`,
      text(x(mark), bottom + 16, `${Number(mark.toFixed(2))} ms`, 'text-anchor="middle" fill="#57606a"')
    ]),
    ...rows.flatMap((row, nth) => {
      const y = top + nth * rowHeight
      if ("heading" in row) return [text(16, y + 13, row.heading, `font-weight="bold" fill="${row.colour}"`)]
      const { depth, milliseconds, name, start } = row.span
      const length = Math.max(1, x(start + milliseconds) - x(start))
      return [
        text(24 + depth * 12, y + 13, name, 'fill="#1f2328"'),
        `<rect x="${round(x(start))}" y="${y + 3}" width="${round(length)}" height="13" fill="${row.colour}" fill-opacity="${depth === 0 ? 0.45 : 0.85}"/>`,
        text(x(start) + length + 5, y + 13, inWords(milliseconds), 'fill="#57606a"')
      ]
    }),
    "</svg>"
  ].join("\n")}\n`
}
