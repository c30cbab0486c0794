/** A step of a query's plan, as `EXPLAIN (FORMAT JSON)` has it. */
export interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  /** These two only with `BUFFERS`. */
  readonly "Shared Hit Blocks"?: number
  readonly "Shared Read Blocks"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

/** The one row of an `EXPLAIN (FORMAT JSON)`. */
export type Explained = Readonly<Record<string, readonly [{ readonly Plan: PlanNode }]>>

type Nodes = readonly [PlanNode, ...ReadonlyArray<PlanNode>]

const nodesOf = (node: PlanNode): Nodes => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Every step of an explained plan, the whole of it first. */
export const nodesIn = ([explained = {}]: ReadonlyArray<Explained>): Nodes => {
  const [plans] = Object.values(explained)
  if (plans === undefined) throw new Error("nothing was explained")
  return nodesOf(plans[0].Plan)
}
