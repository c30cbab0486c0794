const neighbour = (value: number, step: bigint): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  view.setBigInt64(0, view.getBigInt64(0) + step)
  return view.getFloat64(0)
}

/** The smallest double above a positive number or zero. */
export const nextAbove = (value: number): number => neighbour(value, 1n)

/** The largest double below a positive number; below zero the number of the smallest magnitude. */
export const nextBelow = (value: number): number => (value === 0 ? -Number.MIN_VALUE : neighbour(value, -1n))
