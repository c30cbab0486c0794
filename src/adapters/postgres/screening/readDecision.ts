import { Effect, Schema } from "effect"
import type { KeyObject } from "node:crypto"
import type { Decision } from "../../../domain/screening/Decision.ts"
import { decrypt } from "../encryption/encryption.ts"
import { decodeDecisionRow, toDecision } from "./decisionRow.ts"

type Content = Pick<Decision, "input" | "metadata">

const StoredInput = Schema.fromJsonString(
  Schema.Struct({
    input: Schema.Struct({
      prompt: Schema.String,
      negativePrompt: Schema.optionalKey(Schema.String),
      context: Schema.optionalKey(Schema.Array(Schema.String))
    }),
    metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
  })
)
const decode = Schema.decodeUnknownEffect(StoredInput)

/** The content of a purged decision. */
const nothing: Content = { input: { prompt: "" }, metadata: null }

/** The decision in a row of `decisionColumns` and the column `sealed`, which is null if the decision was purged. */
export const readDecision = Effect.fnUntraced(function* (
  key: KeyObject,
  row: { readonly sealed: Uint8Array | null }
) {
  const decision = yield* decodeDecisionRow(row)
  const withContent = toDecision(decision, nothing)
  if (row.sealed === null) return withContent
  const text = yield* decrypt(key, withContent.id, row.sealed)
  return { ...withContent, ...(yield* decode(text.toString("utf8"))) }
}, Effect.orDie)
