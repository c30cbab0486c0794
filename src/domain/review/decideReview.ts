import { DateTime, Effect } from "effect"
import { Policies } from "../policy/Policies.ts"
import type { Webhook } from "../policy/PolicyDocument.ts"
import type { Decision } from "../screening/Decision.ts"
import type { QueuedDelivery } from "../screening/DecisionLog.ts"
import { actorName } from "../shared/Actor.ts"
import type { Actor } from "../shared/Actor.ts"
import { nextDeliveryId } from "../shared/ids.ts"
import { sampledSpan } from "../shared/sampledSpan.ts"
import type { Workspace } from "../shared/Workspace.ts"
import { consequencesOfVerdict } from "./consequencesOfVerdict.ts"
import { AlreadyDecided } from "./errors.ts"
import { findReviewItem } from "./findReviewItem.ts"
import type { ReviewItem, Verdict } from "./ReviewItem.ts"
import { ReviewQueue } from "./ReviewQueue.ts"
import type { VerdictRecord } from "./ReviewQueue.ts"

export interface DecideReview {
  readonly workspace: Workspace
  readonly actor: Actor
  /** The review item's id as the caller wrote it. */
  readonly review: string
  readonly verdict: Verdict
  readonly note: string | null
}

/**
 * The webhooks of the policy as it is now. A verdict may come long after the decision, and the urls and secrets of
 * that time may no longer be in use.
 */
const currentWebhooks = Effect.fnUntraced(
  function* ({ tenantId }: Workspace, { policy }: Decision) {
    const { document } = yield* (yield* Policies).resolve(tenantId, policy.id, null)
    return document.webhooks
  },
  Effect.catchTag(["PolicyNotFound", "NoDefaultPolicy"], () => Effect.succeed<ReadonlyArray<Webhook>>([]))
)

const withVerdict = ({
  actor,
  at,
  item,
  note,
  redactsPrompt,
  status,
  verdict
}: VerdictRecord): ReviewItem => ({
  ...item,
  status,
  decision: { ...item.decision, promptRedacted: item.decision.promptRedacted || redactsPrompt },
  verdict: { verdict, note, by: actorName(actor), at }
})

/** Gives a review item its one verdict and returns the item with it. */
export const decideReview = Effect.fnUntraced(function* (command: DecideReview) {
  const { actor, note, verdict, workspace } = command
  const at = yield* DateTime.now
  const item = yield* findReviewItem(workspace, command.review)
  if (item.status !== "open") return yield* new AlreadyDecided()

  const { decision } = item
  const webhooks = yield* currentWebhooks(workspace, decision)
  const consequences = consequencesOfVerdict({ verdict, decision, webhooks })
  const deliveries: Array<QueuedDelivery> = []
  for (const delivery of consequences.deliveries) {
    deliveries.push({ ...delivery, id: yield* nextDeliveryId, cause: yield* sampledSpan })
  }
  const record: VerdictRecord = { ...consequences, item, actor, verdict, note, at, deliveries }
  yield* (yield* ReviewQueue).decide(workspace, record)
  return withVerdict(record)
})
