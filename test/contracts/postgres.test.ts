import { Effect, Layer } from "effect"
import { ProcessLayer } from "../adapters/postgres/process.ts"
import { createUnusualDatabase } from "../support/database.ts"
import { apiKeysContract } from "./apiKeysContract.ts"
import { decisionListContract } from "./decisionListContract.ts"
import { decisionLogContract } from "./decisionLogContract.ts"
import { deferredDeliveriesContract } from "./deferredDeliveriesContract.ts"
import { deliveryQueueContract } from "./deliveryQueueContract.ts"
import { deliveryRoomContract } from "./deliveryRoomContract.ts"
import { dryRunDecisionsContract } from "./dryRunDecisionsContract.ts"
import { formerAllowancesContract } from "./formerAllowancesContract.ts"
import { idempotencyContract } from "./idempotencyContract.ts"
import { paymentAccountsContract } from "./paymentAccountsContract.ts"
import { policiesContract } from "./policiesContract.ts"
import { policyVersionsContract } from "./policyVersionsContract.ts"
import { retentionContract } from "./retentionContract.ts"
import { reviewQueueContract } from "./reviewQueueContract.ts"
import { rulesContract } from "./rulesContract.ts"
import { tenantsContract } from "./tenantsContract.ts"
import { usageLedgerContract } from "./usageLedgerContract.ts"
import { userCommitsContract } from "./userCommitsContract.ts"
import { userCountsContract } from "./userCountsContract.ts"
import { userStatesContract } from "./userStatesContract.ts"

const Postgres = Layer.unwrap(Effect.map(createUnusualDatabase, (url) => ProcessLayer(url)))

decisionLogContract("DecisionLogPostgres", Postgres)
dryRunDecisionsContract("DecisionLogPostgres", Postgres)
decisionListContract("DecisionLogPostgres", Postgres)
idempotencyContract("DecisionLogPostgres", Postgres)
tenantsContract("TenantsPostgres", Postgres)
formerAllowancesContract("TenantsPostgres", Postgres)
paymentAccountsContract("PaymentAccountsPostgres", Postgres)
apiKeysContract("ApiKeysPostgres", Postgres)
policiesContract("PoliciesPostgres", Postgres)
reviewQueueContract("ReviewQueuePostgres", Postgres)
policyVersionsContract("PoliciesPostgres", Postgres)
retentionContract("RetentionPostgres", Postgres)
usageLedgerContract("UsageLedgerPostgres", Postgres)
deferredDeliveriesContract("DeliveryQueuePostgres", (queue) =>
  Layer.unwrap(Effect.map(createUnusualDatabase, (url) => ProcessLayer(url, { queue })))
)
deliveryQueueContract("DeliveryQueuePostgres", (queue) =>
  Layer.unwrap(Effect.map(createUnusualDatabase, (url) => ProcessLayer(url, { queue })))
)
deliveryRoomContract("DeliveryQueuePostgres", (queue) =>
  Layer.unwrap(Effect.map(createUnusualDatabase, (url) => ProcessLayer(url, { queue })))
)
rulesContract("RulesPostgres", Postgres)
userStatesContract("UserStatesPostgres", Postgres)
userCountsContract("UserStatesPostgres", Postgres)
userCommitsContract("DecisionLogPostgres", Postgres)
