import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { DatabaseHealth } from "../../domain/shared/DatabaseHealth.ts"
import { withPatience } from "./resilience.ts"

export const DatabaseHealthPostgres = Layer.effect(
  DatabaseHealth,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    return DatabaseHealth.of({
      // A standby, or a primary that only reads for now, lets no check be written.
      isReachable: sql<{
        readonly only: string
      }>`SELECT current_setting('transaction_read_only') AS only`.pipe(
        Effect.map(([reads]) => reads?.only === "off"),
        withPatience("1 second", Effect.succeed(false)),
        Effect.orElseSucceed(() => false)
      )
    })
  })
)
