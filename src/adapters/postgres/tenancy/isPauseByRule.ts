/**
 * The condition on rows of `audit_pending` that are chained. Only pauses by rules wait there: what else somebody may have
 * written into the table is not made genuine by chaining it.
 */
export const isPauseByRule = `action = 'user.paused' AND starts_with(actor, 'rul_')`
