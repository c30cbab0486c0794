import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { DatabaseHealth } from "../../domain/shared/DatabaseHealth.ts"
import { withDetachedTimeout } from "./resilience.ts"

export const DatabaseHealthPostgres = Layer.effect(
  DatabaseHealth,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    return DatabaseHealth.of({
      // On a standby, or a primary that is read-only for now, no check can be written.
      isReachable: sql<{
        readonly only: string
      }>`SELECT current_setting('transaction_read_only') AS only`.pipe(
        Effect.map(([reads]) => reads?.only === "off"),
        withDetachedTimeout("1 second", Effect.succeed(false)),
        Effect.orElseSucceed(() => false)
      )
    })
  })
)
