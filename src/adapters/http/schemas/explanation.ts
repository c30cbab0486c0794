import { Schema } from "effect"
import { Action, Outcome } from "../../../domain/policy/Action.ts"
import { CheckId } from "../../../domain/policy/CheckId.ts"
import { YouthCodedAdult } from "../../../domain/policy/PolicyDocument.ts"
import { Routed } from "../../../domain/policy/routing.ts"
import { FloorField, FloorName } from "../../../domain/screening/floors/FloorResult.ts"
import { StoredDecision, WireActions } from "./storedDecision.ts"

const Margin = Schema.Struct({
  distance: Schema.Finite.annotate({
    description: "The score minus the line; at 0 or more the line is reached."
  }),
  otherwise: Outcome.annotate({
    description:
      "The outcome of the whole decision if this score had been just on the other side of the line."
  })
}).annotate({ identifier: "Margin" })

const Margins = Schema.Struct({
  act: Margin,
  review: Margin,
  max_level: Schema.optionalKey(Margin)
}).annotate({
  description: "Only with margins=true: how far the check was from each line, and the outcome otherwise."
})

const ExplainedCheck = Schema.Struct({
  check: CheckId.annotate({ description: "The check." }),
  version: Schema.Int.annotate({ description: "The version of the check, as the engine counts it." }),
  routed: Routed.annotate({
    description: "The line that was reached; allow if none was."
  }),
  action: Action.annotate({ description: "The policy's action." }),
  policy_line: Schema.NullOr(Schema.String).annotate({
    description: "The place of the action in the policy, such as checks.adult.on_act."
  }),
  score: Schema.Finite.annotate({ description: "Compared with the act line." }),
  review_score: Schema.Finite.annotate({ description: "Compared with the review line." }),
  act_line: Schema.Finite.annotate({ description: "The act line when the decision was made." }),
  review_line: Schema.Finite.annotate({ description: "The review line when the decision was made." }),
  adult_level: Schema.optionalKey(
    Schema.Int.annotate({ description: "Of the adult check: the level from 1 to 5." })
  ),
  explanation: Schema.String.annotate({ description: "The same as a sentence." }),
  margins: Schema.optionalKey(Margins),
  signals: Schema.Array(
    Schema.Struct({
      signal: Schema.String.annotate({ description: "The signal's id." }),
      probability: Schema.NullOr(Schema.Finite).annotate({
        description: "The engine's probability; null if it gives none."
      }),
      line: Schema.NullOr(Schema.Finite).annotate({
        description: "The signal fires if its probability reaches this line."
      }),
      text: Schema.String.annotate({
        description: "The signal's meaning, as a sentence that never quotes the prompt."
      })
    })
  ).annotate({ description: "What the engine found." }),
  floors: Schema.Array(
    Schema.Struct({
      floor: FloorName.annotate({
        description: "A stated age, a term, or a fictional character who is a minor."
      }),
      field: FloorField.annotate({ description: "The field in which it was found." }),
      start: Schema.Int.annotate({ description: "Offset in UTF-16 code units, included." }),
      end: Schema.Int.annotate({ description: "Offset in UTF-16 code units, not included." }),
      counted: Schema.Boolean.annotate({
        description: "Whether it raised the scores. Most floors count only in a sexual prompt."
      }),
      text: Schema.String.annotate({ description: "The same as a sentence." })
    })
  ).annotate({ description: "Text rules of the service, for minors_sexual only." })
})

const { created_at, dry_run, engine_version, id, mode, outcome, policy, tags } = StoredDecision.fields

export const WireExplanation = Schema.Struct({
  id,
  outcome,
  dry_run,
  mode,
  summary: Schema.String.annotate({ description: "The whole decision in one sentence." }),
  decided_by: Schema.NullOr(
    Schema.Struct({
      check: Schema.String.annotate({ description: "A check, or user_paused if the end user is paused." }),
      policy_line: Schema.NullOr(Schema.String).annotate({
        description: "The place of the action in the policy, such as checks.adult.on_act."
      }),
      action: Action.annotate({ description: "The policy's action." })
    })
  ).annotate({
    description:
      "The first check whose action has the severity of the outcome; null for an allow without tags."
  }),
  policy: Schema.Struct({
    ...policy.fields,
    youth_coded_adult: YouthCodedAdult.annotate({
      description: "The action if somebody is stated to be an adult but described as young."
    }),
    adult_max_level: Schema.Int.annotate({
      description: "The highest adult level that does not take on_act."
    })
  }).annotate({ description: "The policy as it was when the decision was made." }),
  checks: Schema.Array(ExplainedCheck).annotate({
    description: "Every check that ran, in the policy's order."
  }),
  actions: Schema.Struct({
    ...WireActions,
    tags,
    ran: Schema.Array(Schema.String).annotate({
      description: "What was done, or why nothing was done, in sentences."
    })
  }).annotate({ description: "The effects of the decision." }),
  engine_version,
  created_at
}).annotate({ identifier: "Explanation" })
export type WireExplanation = typeof WireExplanation.Type
