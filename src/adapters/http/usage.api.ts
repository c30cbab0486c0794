import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { isDay } from "../../domain/billing/usage.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { Authorization } from "./access/Authorization.ts"
import { Problem } from "./problems/problems.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { LargeInteger } from "./schemas/integers.ts"
import { oneOf } from "./schemas/oneOf.ts"

const Day = Schema.String.check(
  Schema.makeFilter((text: string) => isDay(text) || "must be a day such as 2026-11-30", {
    toJsonSchema: () => ({ format: "date" })
  })
)

const WireDay = Schema.String.annotate({ format: "date" })

const Totals = {
  checks: LargeInteger.annotate({ description: "Checks that were decided, dry runs included." }),
  blocked: LargeInteger.annotate({ description: "Checks with the outcome block." }),
  reviewed: LargeInteger.annotate({ description: "Checks with the outcome review." }),
  input_tokens: LargeInteger.annotate({ description: "Tokens that the engine read." })
}

const UsageTotals = Schema.Struct(Totals).annotate({ identifier: "UsageTotals" })

const Usage = Schema.Struct({
  from: WireDay.annotate({ description: "The first day." }),
  to: WireDay.annotate({ description: "The last day, included." }),
  data: Schema.Array(
    Schema.Struct({
      day: WireDay.annotate({ description: "A day in UTC, such as 2026-11-30." }),
      mode: Mode.annotate({ description: "The key's own mode." }),
      ...Totals
    }).annotate({ identifier: "UsageDay" })
  ).annotate({ description: "Oldest day first." }),
  totals: Schema.Struct({ live: UsageTotals, test: UsageTotals }).annotate({
    description: "Sums over all days; zero for the mode that is not the key's."
  })
}).annotate({ identifier: "Usage" })

export class UsageApi extends HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("read", "/usage", {
      query: Schema.Struct({
        from: Schema.optionalKey(
          Day.annotate({ description: "The first day. Default: 29 days before `to`." })
        ),
        to: Schema.optionalKey(Day.annotate({ description: "The last day, included. Default: today." })),
        mode: Schema.optionalKey(oneOf(Mode.literals).annotate({ description: "Must be the key's own." }))
      }),
      success: Usage,
      error: Problem("mode_forbidden")
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read the usage",
        description:
          "By day in UTC, in the key's mode. Days without checks are left out. A check is counted as soon as it has been answered."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(Authorization)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Usage", description: "The workspace's checks, by day." })) {}
