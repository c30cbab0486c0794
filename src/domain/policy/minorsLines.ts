/**
 * The lines of the minors check, which every policy has: at `act` a prompt is blocked, and at `review` somebody looks.
 */
export const minorsLines = { act: 0.5, review: 0.3 } as const
