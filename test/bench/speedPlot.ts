export interface Curve {
  readonly name: string
  /** milliseconds by length */
  readonly points: ReadonlyArray<readonly [length: number, milliseconds: number]>
}

const size = { width: 760, height: 420 }
const frame = { left: 60, right: 190, top: 30, bottom: 50 }
const colours = [
  "#1b6ca8",
  "#c44536",
  "#2a9d8f",
  "#8a5a44",
  "#6a4c93",
  "#e09f3e",
  "#4f772d",
  "#9d4edd",
  "#495057",
  "#d62976"
]

const roundUp = (value: number): number => {
  const step = 10 ** Math.floor(Math.log10(value))
  return Math.ceil(value / step) * step
}

/** Time against length as an SVG; straight lines are what linear time looks like. */
export const plot = (curves: ReadonlyArray<Curve>, title: string): string => {
  const all = curves.flatMap(({ points }) => points)
  const longest = Math.max(...all.map(([length]) => length))
  const slowest = roundUp(Math.max(...all.map(([, milliseconds]) => milliseconds)))
  const x = (length: number) => frame.left + (length / longest) * (size.width - frame.left - frame.right)
  const y = (milliseconds: number) =>
    size.height - frame.bottom - (milliseconds / slowest) * (size.height - frame.top - frame.bottom)
  const marks = [0, 0.25, 0.5, 0.75, 1]
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${size.width}" height="${size.height}" fill="#ffffff"/>`,
    `<text x="${frame.left}" y="18" font-size="14">${title}</text>`,
    ...marks.flatMap((part) => [
      `<line x1="${x(0)}" x2="${x(longest)}" y1="${y(part * slowest)}" y2="${y(part * slowest)}" stroke="#dddddd"/>`,
      `<text x="${frame.left - 8}" y="${y(part * slowest) + 4}" text-anchor="end">${(part * slowest).toFixed(1)}</text>`,
      `<text x="${x(part * longest)}" y="${size.height - 30}" text-anchor="middle">${part * longest}</text>`
    ]),
    `<text x="${(x(0) + x(longest)) / 2}" y="${size.height - 10}" text-anchor="middle">characters</text>`,
    `<text x="14" y="${frame.top + 6}">ms</text>`,
    ...curves.flatMap(({ name, points }, at) => {
      const colour = colours[at % colours.length]
      const path = points.map(
        ([length, milliseconds]) => `${x(length).toFixed(1)},${y(milliseconds).toFixed(1)}`
      )
      return [
        `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${path.join(" ")}"/>`,
        `<rect x="${size.width - frame.right + 14}" y="${frame.top + 22 * at}" width="12" height="12" fill="${colour}"/>`,
        `<text x="${size.width - frame.right + 32}" y="${frame.top + 10 + 22 * at}">${name}</text>`
      ]
    }),
    "</svg>"
  ]
  return `${lines.join("\n")}\n`
}
