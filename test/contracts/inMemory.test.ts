import { Layer } from "effect"
import { SecureRandomPooled } from "../../src/adapters/random/SecureRandomPooled.ts"
import { InMemoryApiKeys } from "../fakes/InMemoryApiKeys.ts"
import { InMemoryDecisionLog } from "../fakes/InMemoryDecisionLog.ts"
import { InMemoryDeliveryQueue } from "../fakes/InMemoryDeliveryQueue.ts"
import { InMemoryPolicies } from "../fakes/InMemoryPolicies.ts"
import { InMemoryTenants } from "../fakes/InMemoryTenants.ts"
import { InMemoryUsageLedger } from "../fakes/InMemoryUsageLedger.ts"
import { apiKeysContract } from "./apiKeysContract.ts"
import { decisionLogContract } from "./decisionLogContract.ts"
import { deliveryQueueContract } from "./deliveryQueueContract.ts"
import { idempotencyContract } from "./idempotencyContract.ts"
import { policiesContract } from "./policiesContract.ts"
import { tenantsContract } from "./tenantsContract.ts"

const InMemory = Layer.mergeAll(InMemoryUsageLedger, InMemoryApiKeys, InMemoryPolicies, InMemoryTenants).pipe(
  Layer.provideMerge(InMemoryDecisionLog),
  Layer.provideMerge(SecureRandomPooled)
)

decisionLogContract("InMemoryDecisionLog", InMemory)
idempotencyContract("InMemoryDecisionLog", InMemory)
tenantsContract("InMemoryTenants", InMemory)
apiKeysContract("InMemoryApiKeys", InMemory)
policiesContract("InMemoryPolicies", InMemory)
deliveryQueueContract("InMemoryDeliveryQueue", (queue) =>
  Layer.fresh(InMemoryDeliveryQueue(queue).pipe(Layer.provideMerge(InMemory)))
)
