import type { CheckId } from "../policy/CheckId.ts"
import type { RoutedCheck, Routing } from "../policy/routing.ts"

/** The act line is never below the review line, so a score at the act line counts, whatever the review score is. */
export const reachedReviewLine = ({ actLine, reviewLine, reviewScore, score }: RoutedCheck): boolean =>
  reviewScore >= reviewLine || score >= actLine

/** The checks that decided the outcome or reached their review line. */
export const reachedChecks = ({
  checks,
  decidedBy
}: Pick<Routing, "checks" | "decidedBy">): ReadonlyArray<CheckId> =>
  checks
    .filter((each) => reachedReviewLine(each) || decidedBy?.check === each.check)
    .map(({ check }) => check)
