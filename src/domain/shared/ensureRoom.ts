import { Effect } from "effect"

/**
 * Fails if there are already as many of something as a tenant may have. Null allows any number, and then they are not
 * counted.
 */
export const ensureRoom = <E, R, Full>(
  allowed: number | null,
  count: Effect.Effect<number, E, R>,
  full: (standing: { readonly allowed: number; readonly used: number }) => Full
): Effect.Effect<void, E | Full, R> =>
  allowed === null
    ? Effect.void
    : Effect.flatMap(count, (used) => (used < allowed ? Effect.void : Effect.fail(full({ allowed, used }))))
