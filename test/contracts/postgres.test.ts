import { Effect, Layer } from "effect"
import { ProcessLayer } from "../adapters/postgres/process.ts"
import { createDatabase } from "../support/database.ts"
import { apiKeysContract } from "./apiKeysContract.ts"
import { decisionLogContract } from "./decisionLogContract.ts"
import { deliveryQueueContract } from "./deliveryQueueContract.ts"
import { idempotencyContract } from "./idempotencyContract.ts"
import { policiesContract } from "./policiesContract.ts"
import { tenantsContract } from "./tenantsContract.ts"

const Postgres = Layer.unwrap(Effect.map(createDatabase, (url) => ProcessLayer(url)))

decisionLogContract("DecisionLogPostgres", Postgres)
idempotencyContract("DecisionLogPostgres", Postgres)
tenantsContract("TenantsPostgres", Postgres)
apiKeysContract("ApiKeysPostgres", Postgres)
policiesContract("PoliciesPostgres", Postgres)
deliveryQueueContract("DeliveryQueuePostgres", (queue) =>
  Layer.unwrap(Effect.map(createDatabase, (url) => ProcessLayer(url, { queue })))
)
