import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { DatabaseHealth } from "../../domain/shared/DatabaseHealth.ts"
import { withPatience } from "./resilience.ts"

export const DatabaseHealthPostgres = Layer.effect(
  DatabaseHealth,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    return DatabaseHealth.of({
      isReachable: sql`SELECT 1`.pipe(
        Effect.as(true),
        withPatience("1 second", Effect.succeed(false)),
        Effect.orElseSucceed(() => false)
      )
    })
  })
)
