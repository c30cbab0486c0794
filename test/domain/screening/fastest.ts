/** Milliseconds of the fastest of several rounds: what the code needs when the machine is not busy elsewhere. */
export const fastest = (read: () => unknown): number => {
  const rounds = Array.from({ length: 10 }, () => {
    const started = performance.now()
    read()
    return performance.now() - started
  })
  return Math.min(...rounds)
}
