import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { isDay } from "../../domain/billing/usage.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { Authorization } from "./Authorization.ts"
import { Problem } from "./problems.ts"
import { RequestValidation } from "./RequestValidation.ts"

const Day = Schema.String.check(
  Schema.makeFilter((text: string) => isDay(text) || "must be a day such as 2026-11-30", {
    toJsonSchema: () => ({ format: "date" })
  })
)

const Totals = {
  checks: Schema.Int,
  blocked: Schema.Int,
  reviewed: Schema.Int,
  input_tokens: Schema.Int
}

const UsageTotals = Schema.Struct(Totals).annotate({ identifier: "UsageTotals" })

const Usage = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  data: Schema.Array(
    Schema.Struct({ day: Schema.String, mode: Mode, ...Totals }).annotate({ identifier: "UsageDay" })
  ),
  totals: Schema.Struct({ live: UsageTotals, test: UsageTotals })
}).annotate({ identifier: "Usage" })

export class UsageApi extends HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("read", "/usage", {
      query: Schema.Struct({
        from: Schema.optionalKey(Day.annotate({ description: "The first day; 29 days before the last." })),
        to: Schema.optionalKey(Day.annotate({ description: "The last day, included; today." })),
        mode: Schema.optionalKey(
          Mode.annotate({ description: "The key's own mode.", message: 'must be "live" or "test"' })
        )
      }),
      success: Usage,
      error: [Problem("mode_forbidden"), Problem("screening_unavailable")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read what was used",
        description:
          "By day in UTC, in the key's mode. Days without checks are left out. Exact as soon as a check has answered."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(Authorization)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Usage", description: "What the workspace has used." })) {}
