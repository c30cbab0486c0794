import { DateTime, Effect, Redacted } from "effect"
import { noSubscription } from "../src/domain/billing/Subscription.ts"
import type { Subscription } from "../src/domain/billing/Subscription.ts"
import type { NewPolicy } from "../src/domain/policy/Policies.ts"
import type { PolicyDocument, WebhookEvent } from "../src/domain/policy/PolicyDocument.ts"
import type { DecidedCheck, Decision } from "../src/domain/screening/Decision.ts"
import type { DecisionRecord } from "../src/domain/screening/DecisionLog.ts"
import type { IdempotencyClaim } from "../src/domain/screening/idempotency.ts"
import { operator } from "../src/domain/shared/Actor.ts"
import {
  DecisionId,
  nextDecisionId,
  nextDeliveryId,
  nextReviewId,
  PolicyId,
  TenantId
} from "../src/domain/shared/ids.ts"
import type { Workspace } from "../src/domain/shared/Workspace.ts"
import type { Tenant } from "../src/domain/tenancy/Tenant.ts"
import { Tenants } from "../src/domain/tenancy/Tenants.ts"

export const idOf = (prefix: string, digit: string) => `${prefix}_${digit.repeat(32)}`

export const active: Subscription = { ...noSubscription, plan: "growth", state: "active" }

export const tenant: Tenant = {
  id: TenantId.make(idOf("ten", "1")),
  name: "Acme",
  shadowMode: false,
  defaultPolicyId: null,
  weeklyDigest: false,
  createdAt: DateTime.makeUnsafe("2026-11-01T00:00:00.000Z"),
  subscription: active,
  limitOverrides: {}
}

export const live: Workspace = { tenantId: tenant.id, mode: "live" }

/** A new tenant, seen through one of its keys. */
export const newWorkspace = Effect.fnUntraced(function* (mode: Workspace["mode"] = "test") {
  const { id } = yield* (yield* Tenants).create({ name: "Acme", subscription: active })
  const workspace: Workspace = { tenantId: id, mode }
  return workspace
})

/** Makes a customer pay for a tenant, whatever the tenant's subscription. */
export const linkCustomer = Effect.fnUntraced(function* (tenantId: TenantId, customer: string) {
  yield* (yield* Tenants).recordEvent(tenantId, {
    id: `evt_${customer}`,
    at: yield* DateTime.now,
    customer,
    change: { type: "cancel_withdrawn" }
  })
})

export const policyId = PolicyId.make(idOf("pol", "2"))

export const webhook = (url: string, ...events: ReadonlyArray<WebhookEvent>) => ({
  url,
  events,
  secret: Redacted.make("a secret of enough characters")
})

/** One check that blocks, one that tags. */
export const document: PolicyDocument = {
  version: 1,
  name: "A policy",
  checks: [
    {
      check: "adult",
      enabled: true,
      act: 0.7,
      review: 0.35,
      onAct: { type: "tag", tag: "adult" },
      onReview: { type: "allow" }
    },
    {
      check: "minors_sexual",
      enabled: true,
      act: 0.5,
      review: 0.3,
      onAct: { type: "block" },
      onReview: { type: "review" }
    }
  ],
  adultMaxLevel: 5,
  youthCodedAdult: "review",
  webhooks: [],
  tags: [{ name: "adult", description: "Adult content." }]
}

/** A policy that a tenant may have as many of as it likes. */
export const newPolicy = (some: Partial<NewPolicy> = {}): NewPolicy => ({
  name: "A policy",
  document,
  preset: null,
  makeDefault: false,
  actor: operator,
  allowed: null,
  ...some
})

export const decidedCheck: DecidedCheck = {
  check: "minors_sexual",
  routed: "allow",
  action: { type: "allow" },
  policyLine: null,
  score: 0.25,
  reviewScore: 0.25,
  actLine: 0.5,
  reviewLine: 0.3,
  adultLevel: null,
  version: 3,
  onAct: { type: "block" },
  onReview: { type: "review" },
  fired: [],
  signals: [],
  floors: []
}

/** A new id that carries a moment, in milliseconds. */
export const decisionIdAt = (moment: number) =>
  Effect.map(nextDecisionId, (id) =>
    DecisionId.make(`dec_${moment.toString(16).padStart(12, "0")}${id.slice(16)}`)
  )

/** A clean decision of a workspace. Its id is the next one. */
export const newDecision = Effect.fnUntraced(function* ({ mode }: Workspace, rest: Partial<Decision> = {}) {
  const decision: Decision = {
    id: yield* nextDecisionId,
    outcome: "allow",
    tags: [],
    checks: [decidedCheck],
    decidedBy: null,
    policy: { id: policyId, version: 1 },
    policySettings: { youthCodedAdult: "review", adultMaxLevel: 5 },
    engineVersion: "scripted-1",
    inputTokens: 7,
    latencyMs: 4,
    dryRun: false,
    mode,
    shadowMode: false,
    actions: { reviewId: null, webhookEvents: [], webhooksSuppressed: null },
    promptRedacted: false,
    promptPurged: false,
    user: null,
    idempotencyKey: null,
    input: { prompt: "two foxes in the snow" },
    metadata: null,
    ...rest
  }
  return decision
})

export interface RecordOptions {
  readonly decision?: Partial<Decision>
  readonly claim?: IdempotencyClaim | null
  readonly testAllowance?: number | null
}

/** A decision without consequences, ready to be committed. */
export const newRecord = Effect.fnUntraced(function* (
  workspace: Workspace,
  { claim = null, decision = {}, testAllowance = null }: RecordOptions = {}
) {
  const record: DecisionRecord = {
    workspace,
    decision: yield* newDecision(workspace, { idempotencyKey: claim?.key ?? null, ...decision }),
    deliveries: [],
    claim,
    testAllowance
  }
  return record
})

/** A decision with everything that can follow from one: a review item and two deliveries. */
export const newEventfulRecord = Effect.fnUntraced(function* (
  workspace: Workspace,
  claim: IdempotencyClaim | null = null
) {
  const record = yield* newRecord(workspace, {
    claim,
    decision: {
      // Before that of the review item, as a check makes them.
      id: yield* nextDecisionId,
      outcome: "review",
      tags: ["adult"],
      actions: {
        reviewId: yield* nextReviewId,
        webhookEvents: ["review", "tag"],
        webhooksSuppressed: null
      }
    }
  })
  const url = "https://hooks.example.com/prescreen"
  return {
    ...record,
    deliveries: [
      { id: yield* nextDeliveryId, url, event: "review" as const },
      { id: yield* nextDeliveryId, url, event: "tag" as const }
    ]
  }
})
