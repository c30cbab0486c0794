const media = [
  "A watercolor painting",
  "An oil painting",
  "A wide photograph",
  "A pencil drawing",
  "A pixel-art scene"
]
const subjects = [
  "of an old lighthouse on a rocky coast",
  "of a narrow street with bakeries and bicycles",
  "of a mountain village below a glacier",
  "of a greenhouse full of ferns and orchids",
  "of a steam train crossing a stone viaduct",
  "of a harbour with fishing boats and nets",
  "of two foxes resting beside a frozen pond",
  "of a desk with books, maps and a brass lamp"
]
const lights = ["at dusk", "in morning fog", "under a full moon", "after heavy rain", "in bright autumn sun"]
const details = [
  "soft warm light in the windows, gulls over the roofs",
  "long shadows, wet cobblestones, a few fallen leaves",
  "thin clouds above the ridge, smoke from one chimney",
  "copper and teal tones, fine grain, quiet atmosphere",
  "patterned tiles, peeling paint, potted herbs on a sill"
]
const finishes = [
  "detailed brush strokes, muted colors, wide composition",
  "sharp focus, natural colors, shallow depth of field",
  "gentle contrast, textured paper, hand-drawn outlines",
  "high detail, balanced framing, calm and spacious mood"
]

const parts = [media, subjects, lights, details, finishes]

/** The nth of 4,000 prompts: a number written in the lists, 1,237 apart so that neighbours share little. */
const prompt = (nth: number): string => {
  let rest = (nth * 1_237) % parts.reduce((product, { length }) => product * length, 1)
  const [medium, ...others] = parts.map((list) => {
    const part = list[rest % list.length]
    rest = Math.floor(rest / list.length)
    return part
  })
  return `${medium} ${others.join(", ")}`
}

const postcard = {
  input: {
    prompt:
      "A watercolor painting of an old lighthouse on a rocky coast at dusk, soft warm light in the windows, gulls over the waves, a small fishing boat coming home, detailed brush strokes, muted colors, wide composition, high quality",
    negative_prompt: "blurry, low quality, watermark, text",
    context: [
      "The user asked for a postcard illustration.",
      "Earlier message: something calm and maritime please."
    ]
  },
  user: "user_18442",
  metadata: { session: "s_9f2c", app: "postcards", variant: 3 }
}

const plain = (nth: number) => ({
  input: { prompt: prompt(nth), negative_prompt: "blurry, watermark, text" },
  user: `user_${10_000 + nth}`,
  metadata: { session: `s_${nth.toString(16).padStart(4, "0")}`, app: "postcards" }
})

/** Bodies of checks: 200 benign prompts of some 200 characters, no two alike, and one with every field. */
export const bodies: ReadonlyArray<string> = [
  ...Array.from({ length: 200 }, (_, nth) => JSON.stringify(plain(nth))),
  JSON.stringify(postcard)
]
