/**
 * The lines of the minors check, the same in every policy. From `act` a prompt is blocked; from `review` it is
 * blocked or sent to review.
 */
export const minorsLines = { act: 0.5, review: 0.3 } as const
