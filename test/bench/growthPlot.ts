export interface GrowthPoint {
  readonly millions: number
  /** CPU of the server and Postgres, and of Postgres alone, in multiples of what the bare server costs meanwhile. */
  readonly check: number
  readonly checkPostgres: number
  /** Blocks that Postgres touches for one. */
  readonly checkBlocks: number
  readonly listBlocks: number
  readonly explainBlocks: number
  /** Milliseconds. */
  readonly list: number
  readonly explain: number
}

const [width, height, left, right, top, bottom] = [720, 400, 60, 20, 40, 60]

const lines = [
  { figure: "check", label: "check, CPU in all", colour: "#1f6feb" },
  { figure: "checkPostgres", label: "check, Postgres", colour: "#8250df" },
  { figure: "checkBlocks", label: "check, blocks", colour: "#cf222e" },
  { figure: "list", label: "list, time", colour: "#bf8700" },
  { figure: "explain", label: "explanation, time", colour: "#1a7f37" }
] as const

const text = (x: number, y: number, words: string, anchor: "start" | "middle" | "end", colour = "#57606a") =>
  `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`

const rule = (x1: number, y1: number, x2: number, y2: number, colour: string) =>
  `<line x1="${x1}" y1="${y1.toFixed(1)}" x2="${x2}" y2="${y2.toFixed(1)}" stroke="${colour}"/>`

/** An SVG of what things cost as the log grows, in multiples of what they cost at the first point. */
export const growthPlot = (points: ReadonlyArray<GrowthPoint>): string => {
  const [first] = points
  const most = Math.max(1, ...points.map(({ millions }) => millions))
  const relative = (point: GrowthPoint, figure: (typeof lines)[number]["figure"]) =>
    point[figure] / (first?.[figure] ?? Number.NaN)
  const highest = Math.max(
    2,
    ...points.flatMap((point) => lines.map(({ figure }) => relative(point, figure)))
  )
  const ceiling = Math.ceil(highest * 4) / 4
  const x = (millions: number) => left + (millions / most) * (width - left - right)
  const y = (value: number) => height - bottom - (value / ceiling) * (height - top - bottom)
  const grid = Array.from({ length: Math.floor(ceiling * 2) + 1 }, (_, half) => half / 2)
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(
      left,
      20,
      "Cost as the log grows, in multiples of an empty log's; CPU beside that of a bare server",
      "start",
      "#1f2328"
    ),
    ...grid.flatMap((value) => [
      rule(left, y(value), width - right, y(value), value === 1 ? "#8c959f" : "#eaeef2"),
      text(left - 8, y(value) + 4, `${value.toFixed(1)}×`, "end")
    ]),
    ...points.map(({ millions }) => text(x(millions), height - bottom + 18, String(millions), "middle")),
    text((left + width - right) / 2, height - bottom + 34, "million decisions stored", "middle"),
    ...lines.flatMap(({ colour, figure, label }, nth) => [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points
        .map((point) => `${x(point.millions).toFixed(1)},${y(relative(point, figure)).toFixed(1)}`)
        .join(" ")}"/>`,
      ...points.map(
        (point) =>
          `<circle cx="${x(point.millions).toFixed(1)}" cy="${y(relative(point, figure)).toFixed(1)}" r="3" fill="${colour}"/>`
      ),
      text(left + nth * 132, height - 8, `● ${label}`, "start", colour)
    ]),
    "</svg>"
  ].join("\n")}\n`
}
