import { DateTime, Effect, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { dayRange, noUsage, totalOf } from "../../domain/billing/usage.ts"
import type { UsageTotals } from "../../domain/billing/usage.ts"
import { UsageLedger } from "../../domain/billing/UsageLedger.ts"
import { CurrentCaller } from "./access/Authorization.ts"
import { Api } from "./Api.ts"
import { inReadTurn } from "./lists/readTurns.ts"
import { failWith } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"

const toWireTotals = ({ blocked, checks, inputTokens, reviewed }: UsageTotals) => ({
  checks,
  blocked,
  reviewed,
  input_tokens: inputTokens
})

export const UsageHandlers = HttpApiBuilder.group(Api, "usage", (handlers) =>
  handlers.handleAll({
    read: Effect.fnUntraced(
      function* ({ query }) {
        const range = dayRange(query, yield* DateTime.now)
        if (Result.isFailure(range)) {
          return yield* failWith("invalid_request", { issues: [`query.from: ${range.failure}`] })
        }
        const { identity } = yield* CurrentCaller
        const { mode } = identity
        if (query.mode !== undefined && query.mode !== mode) {
          return yield* failWith("mode_forbidden", { detail: `A ${mode} key sees only ${mode} usage.` })
        }
        const days = yield* (yield* UsageLedger).days(identity, range.success)
        const none = toWireTotals(noUsage)
        return {
          ...range.success,
          data: days.map((day) => ({ day: day.day, mode, ...toWireTotals(day) })),
          totals: { live: none, test: none, [mode]: toWireTotals(totalOf(days)) }
        }
      },
      inReadTurn,
      Effect.catchTags(storageFailures)
    )
  })
)
