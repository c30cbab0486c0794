/** A logit, whether its document is positive, and how much that counts. */
export interface Outcome {
  readonly logit: number
  readonly positive: boolean
  readonly weight: number
}

interface Block {
  weight: number
  hits: number
  logits: number
}

export interface Calibration {
  readonly knots: Float64Array
  readonly probabilities: Float64Array
}

/** A table with more knots would follow noise. */
const mostKnots = 10
/** Bounds of every probability, because no text is certain. */
const bounds = { lowest: 0.003, highest: 0.985 }

const rateOf = ({ hits, weight }: Block) => hits / weight
const logitOf = ({ logits, weight }: Block) => logits / weight

/** Pools neighbours until the rate never falls (pool adjacent violators). */
const pooled = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  for (const { logit, positive, weight } of outcomes.toSorted((one, other) => one.logit - other.logit)) {
    let block: Block = { weight, hits: positive ? weight : 0, logits: logit * weight }
    for (
      let last = blocks.at(-1);
      last !== undefined && rateOf(last) >= rateOf(block);
      last = blocks.at(-1)
    ) {
      blocks.pop()
      block = {
        weight: block.weight + last.weight,
        hits: block.hits + last.hits,
        logits: block.logits + last.logits
      }
    }
    blocks.push(block)
  }
  return blocks
}

/** Joins the two neighbours that differ least, until few enough are left. */
const thinned = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const rest = Array.from(blocks)
  const loss = (at: number) => {
    const [one, other] = [rest[at], rest[at + 1]]
    if (one === undefined || other === undefined) return Infinity
    const gap = rateOf(one) - rateOf(other)
    return ((one.weight * other.weight) / (one.weight + other.weight)) * gap * gap
  }
  while (rest.length > mostKnots) {
    let least = 0
    for (let at = 1; at < rest.length - 1; at++) if (loss(at) < loss(least)) least = at
    const [one, other] = [rest[least], rest[least + 1]]
    if (one === undefined || other === undefined) break
    rest.splice(least, 2, {
      weight: one.weight + other.weight,
      hits: one.hits + other.hits,
      logits: one.logits + other.logits
    })
  }
  return rest
}

/** The table that turns logits into probabilities. */
export const calibrate = (outcomes: ReadonlyArray<Outcome>): Calibration => {
  const blocks = thinned(pooled(outcomes))
  return {
    knots: Float64Array.from(blocks, logitOf),
    probabilities: Float64Array.from(blocks, (block) =>
      Math.min(bounds.highest, Math.max(bounds.lowest, rateOf(block)))
    )
  }
}
