import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DecisionId, RuleId } from "../../domain/shared/ids.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { WireMoment } from "../wire/moments.ts"
import { Authorization } from "./access/Authorization.ts"
import { PlanProblem } from "./problems/problems.ts"
import { JsonBody, optionalBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { UserId } from "./schemas/ids.ts"
import { Note } from "./schemas/note.ts"

const Counts = Schema.Struct({ allow: Schema.Int, review: Schema.Int, block: Schema.Int }).annotate({
  description: "How many decisions had each outcome."
})

const PausedBy = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("rule"),
    rule: RuleId.annotate({ description: "The rule." }),
    decision: DecisionId.annotate({ description: "The decision that reached the rule's count." })
  }),
  Schema.Struct({
    type: Schema.Literal("key"),
    key: Schema.String.annotate({ description: "The id of the key." }),
    note: Schema.NullOr(Schema.String).annotate({ description: "The note given with the pause." })
  })
])

const WireUser = Schema.Struct({
  user: Schema.String.annotate({ description: "Your id of the end user." }),
  mode: Mode.annotate({ description: "The key's own mode." }),
  state: Schema.Literals(["active", "paused"]).annotate({
    description: "While a user is paused, every check of theirs is a block."
  }),
  paused_since: Schema.NullOr(WireMoment).annotate({
    description: "When the pause began; null while the user is active."
  }),
  paused_until: Schema.NullOr(WireMoment).annotate({
    description: "When the pause ends by itself; null if someone has to resume the user."
  }),
  paused_by: Schema.NullOr(PausedBy).annotate({
    description: "The rule and the decision that reached its count, or the key that paused the user."
  }),
  counts: Schema.Struct({ "1d": Counts, "7d": Counts, "30d": Counts }).annotate({
    description:
      "Decisions of the last 1, 7 and 30 days by outcome, without dry runs. No count goes beyond 10,000."
  }),
  last_decisions: Schema.Array(DecisionId).annotate({
    description: "The ids of the last 10, newest first, without dry runs."
  })
}).annotate({ identifier: "EndUser" })
export type WireUser = typeof WireUser.Type

const NoteRequest = Schema.Struct({
  note: Schema.optionalKey(Note.annotate({ description: "The reason, for the audit log." }))
}).annotate({ identifier: "UserNoteRequest", examples: [{ note: "Asked for help by mail." }] })

const params = {
  user: UserId.annotate({ description: "Your id of the end user, percent-encoded." })
}

const write = PlanProblem("subscription_inactive")

export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("get", "/:user", {
      params,
      query: NoFields,
      success: WireUser
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read an end user",
        description:
          "In the key's mode. Any id names a user: one that was never seen is active and has no decisions."
      })
    ),
    HttpApiEndpoint.post("pause", "/:user/pause", {
      params,
      query: NoFields,
      payload: [NoteRequest, Schema.Null],
      success: WireUser,
      error: write
    })
      .annotateMerge(optionalBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Pause an end user",
          description: "Every check of the user in the key's mode is a block until someone resumes the user."
        })
      ),
    HttpApiEndpoint.post("resume", "/:user/resume", {
      params,
      query: NoFields,
      payload: [NoteRequest, Schema.Null],
      success: WireUser,
      error: write
    })
      .annotateMerge(optionalBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Resume an end user",
          description: "Ends any pause. Rules that pause then count only new decisions."
        })
      )
  )
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .prefix("/v1/users")
  .annotateMerge(
    OpenApi.annotations({ title: "End users", description: "The end users named in checks." })
  ) {}
