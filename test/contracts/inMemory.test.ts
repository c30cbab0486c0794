import { Layer } from "effect"
import { SecureRandomPooled } from "../../src/adapters/random/SecureRandomPooled.ts"
import { InMemoryApiKeys } from "../fakes/InMemoryApiKeys.ts"
import { InMemoryDecisionLog } from "../fakes/InMemoryDecisionLog.ts"
import { InMemoryDeliveryQueue } from "../fakes/InMemoryDeliveryQueue.ts"
import { InMemoryPaymentAccounts } from "../fakes/InMemoryPaymentAccounts.ts"
import { InMemoryPolicies } from "../fakes/InMemoryPolicies.ts"
import { InMemoryReviewQueue } from "../fakes/InMemoryReviewQueue.ts"
import { InMemoryRules } from "../fakes/InMemoryRules.ts"
import { InMemoryTenants } from "../fakes/InMemoryTenants.ts"
import { InMemoryUsageLedger } from "../fakes/InMemoryUsageLedger.ts"
import { InMemoryUserStates } from "../fakes/InMemoryUserStates.ts"
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

const InMemory = Layer.mergeAll(
  InMemoryUsageLedger,
  InMemoryApiKeys,
  InMemoryPaymentAccounts,
  InMemoryPolicies,
  InMemoryReviewQueue,
  InMemoryTenants,
  InMemoryRules,
  InMemoryUserStates
).pipe(Layer.provideMerge(InMemoryDecisionLog), Layer.provideMerge(SecureRandomPooled))

decisionLogContract("InMemoryDecisionLog", InMemory)
dryRunDecisionsContract("InMemoryDecisionLog", InMemory)
decisionListContract("InMemoryDecisionLog", InMemory)
idempotencyContract("InMemoryDecisionLog", InMemory)
tenantsContract("InMemoryTenants", InMemory)
formerAllowancesContract("InMemoryTenants", InMemory)
paymentAccountsContract("InMemoryPaymentAccounts", InMemory)
apiKeysContract("InMemoryApiKeys", InMemory)
policiesContract("InMemoryPolicies", InMemory)
reviewQueueContract("InMemoryReviewQueue", InMemory)
policyVersionsContract("InMemoryPolicies", InMemory)
retentionContract("InMemoryDecisionLog", InMemory)
usageLedgerContract("InMemoryUsageLedger", InMemory)
deferredDeliveriesContract("InMemoryDeliveryQueue", (queue) =>
  Layer.fresh(InMemoryDeliveryQueue(queue).pipe(Layer.provideMerge(InMemory)))
)
deliveryQueueContract("InMemoryDeliveryQueue", (queue) =>
  Layer.fresh(InMemoryDeliveryQueue(queue).pipe(Layer.provideMerge(InMemory)))
)
deliveryRoomContract("InMemoryDeliveryQueue", (queue) =>
  Layer.fresh(InMemoryDeliveryQueue(queue).pipe(Layer.provideMerge(InMemory)))
)
rulesContract("InMemoryRules", InMemory)
userStatesContract("InMemoryUserStates", InMemory)
userCountsContract("InMemoryUserStates", InMemory)
userCommitsContract("InMemoryDecisionLog", InMemory)
