import { Effect, Layer } from "effect"
import { ProcessLayer } from "../adapters/postgres/process.ts"
import { createDatabase } from "../support/database.ts"
import { apiKeysContract } from "./apiKeysContract.ts"
import { decisionLogContract } from "./decisionLogContract.ts"
import { idempotencyContract } from "./idempotencyContract.ts"
import { policiesContract } from "./policiesContract.ts"
import { tenantsContract } from "./tenantsContract.ts"
import { usageLedgerContract } from "./usageLedgerContract.ts"

const Postgres = Layer.unwrap(Effect.map(createDatabase, (url) => ProcessLayer(url)))

decisionLogContract("DecisionLogPostgres", Postgres)
idempotencyContract("DecisionLogPostgres", Postgres)
tenantsContract("TenantsPostgres", Postgres)
apiKeysContract("ApiKeysPostgres", Postgres)
policiesContract("PoliciesPostgres", Postgres)
usageLedgerContract("UsageLedgerPostgres", Postgres)
