import type { CheckId } from "../policy/CheckId.ts"
import type { Routing } from "../policy/routing.ts"

/** The checks that decided the outcome or reached their review line. */
export const reachedChecks = ({
  checks,
  decidedBy
}: Pick<Routing, "checks" | "decidedBy">): ReadonlyArray<CheckId> =>
  checks
    .filter(({ check, reviewLine, reviewScore }) => reviewScore >= reviewLine || decidedBy?.check === check)
    .map(({ check }) => check)
