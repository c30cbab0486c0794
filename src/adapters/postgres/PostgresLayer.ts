import { Layer } from "effect"
import type { Duration } from "effect"
import type { QueueOptions } from "../../domain/webhooks/DeliveryQueue.ts"
import { BacklogPostgres } from "./BacklogPostgres.ts"
import { PaymentAccountsPostgres } from "./billing/PaymentAccountsPostgres.ts"
import { UsageLedgerPostgres } from "./billing/UsageLedgerPostgres.ts"
import { ChangesLayer } from "./Changes.ts"
import { DatabaseHealthPostgres } from "./DatabaseHealthPostgres.ts"
import { CursorSignerMasterKey } from "./encryption/CursorSignerMasterKey.ts"
import { DataKeysLayer } from "./encryption/DataKeys.ts"
import { PoliciesPostgres } from "./policy/PoliciesPostgres.ts"
import { ReviewQueuePostgres } from "./review/ReviewQueuePostgres.ts"
import { ScheduledJobsPostgres } from "./ScheduledJobs.ts"
import { DecisionLogPostgres } from "./screening/DecisionLogPostgres.ts"
import { RetentionPostgres } from "./screening/RetentionPostgres.ts"
import { ApiKeysPostgres } from "./tenancy/ApiKeysPostgres.ts"
import { AuditLogPostgres } from "./tenancy/AuditLogPostgres.ts"
import { AuditTrailLayer } from "./tenancy/AuditTrail.ts"
import { TenantsPostgres } from "./tenancy/TenantsPostgres.ts"
import { RulesPostgres } from "./users/RulesPostgres.ts"
import { UserStatesPostgres } from "./users/UserStatesPostgres.ts"
import { DeliveriesPostgres } from "./webhooks/DeliveriesPostgres.ts"
import { DeliveryQueuePostgres } from "./webhooks/DeliveryQueuePostgres.ts"
import { WebhookSecretsPostgres } from "./webhooks/WebhookSecretsPostgres.ts"

export interface CacheTtl {
  /** For policies with their webhook secrets, and for rules. */
  readonly policies: Duration.Duration
  /** For keys, and for the tenants that they belong to. */
  readonly keys: Duration.Duration
}

export interface PostgresOptions extends CacheTtl {
  readonly queue: QueueOptions
}

/** Every port that Postgres implements, on a migrated database. */
export const PostgresLayer = ({ keys, policies, queue }: PostgresOptions) =>
  Layer.mergeAll(
    ApiKeysPostgres(keys),
    TenantsPostgres(keys),
    PoliciesPostgres(policies),
    RulesPostgres(policies),
    DecisionLogPostgres,
    ReviewQueuePostgres,
    RetentionPostgres,
    ScheduledJobsPostgres,
    DeliveriesPostgres,
    DeliveryQueuePostgres(queue),
    WebhookSecretsPostgres(policies),
    UsageLedgerPostgres,
    AuditLogPostgres,
    PaymentAccountsPostgres,
    UserStatesPostgres,
    DatabaseHealthPostgres,
    BacklogPostgres,
    CursorSignerMasterKey
  ).pipe(Layer.provide([AuditTrailLayer, DataKeysLayer]), Layer.provide(ChangesLayer))
