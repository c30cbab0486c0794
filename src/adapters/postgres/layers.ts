import { Layer } from "effect"
import type { Duration } from "effect"
import type { QueueOptions } from "../../domain/webhooks/DeliveryQueue.ts"
import { ApiKeysPostgres } from "./ApiKeysPostgres.ts"
import { AuditLogPostgres } from "./AuditLogPostgres.ts"
import { AuditTrailLayer } from "./AuditTrail.ts"
import { BacklogPostgres } from "./BacklogPostgres.ts"
import { ChangesLayer } from "./Changes.ts"
import { CursorSignerMasterKey } from "./CursorSignerMasterKey.ts"
import { DatabaseHealthPostgres } from "./DatabaseHealthPostgres.ts"
import { DataKeysLayer } from "./DataKeys.ts"
import { DecisionLogPostgres } from "./DecisionLogPostgres.ts"
import { DeliveriesPostgres } from "./DeliveriesPostgres.ts"
import { DeliveryQueuePostgres } from "./DeliveryQueuePostgres.ts"
import { PaymentAccountsPostgres } from "./PaymentAccountsPostgres.ts"
import { PoliciesPostgres } from "./PoliciesPostgres.ts"
import { RetentionPostgres } from "./RetentionPostgres.ts"
import { ReviewQueuePostgres } from "./ReviewQueuePostgres.ts"
import { RulesPostgres } from "./RulesPostgres.ts"
import { ScheduledJobsPostgres } from "./ScheduledJobs.ts"
import { TenantsPostgres } from "./TenantsPostgres.ts"
import { UsageLedgerPostgres } from "./UsageLedgerPostgres.ts"
import { UserStatesPostgres } from "./UserStatesPostgres.ts"
import { WebhookSecretsPostgres } from "./WebhookSecretsPostgres.ts"

export interface CacheTtl {
  /** Of policies and of rules. */
  readonly policies: Duration.Duration
  /** Of keys, and of the tenants that they belong to. */
  readonly keys: Duration.Duration
}

export interface PostgresOptions extends CacheTtl {
  readonly queue: QueueOptions
}

/** Every port that Postgres keeps, on a migrated database. */
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
