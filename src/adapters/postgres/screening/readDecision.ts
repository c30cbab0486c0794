import { Effect, Schema } from "effect"
import type { KeyObject } from "node:crypto"
import { decrypt } from "../encryption/encryption.ts"
import { decisionIdOf } from "../uuid.ts"
import { decodeDecisionRow, toDecision } from "./decisionRow.ts"

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

/** The decision in a row of `decisionColumns` and the column `sealed`, which is null if the decision was purged. */
export const readDecision = Effect.fnUntraced(function* (
  key: KeyObject,
  row: { readonly sealed: Uint8Array | null }
) {
  const stored = yield* decodeDecisionRow(row)
  if (row.sealed === null) return toDecision(stored, null)
  const content = yield* decrypt(key, decisionIdOf(stored.id), row.sealed)
  return toDecision(stored, yield* decode(content.toString("utf8")))
}, Effect.orDie)
