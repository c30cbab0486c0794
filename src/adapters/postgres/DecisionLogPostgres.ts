import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Schema } from "effect"
import type { DecisionSummary } from "../../domain/screening/Decision.ts"
import { DecisionLog } from "../../domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../domain/screening/DecisionLog.ts"
import { IdempotencyKeyReused } from "../../domain/screening/idempotency.ts"
import type { IdempotencyClaim } from "../../domain/screening/idempotency.ts"
import { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"
import type { Workspace } from "../../domain/shared/Workspace.ts"
import { makeCommit } from "./commitDecisions.ts"
import { DataKeys } from "./DataKeys.ts"
import { decisionColumns, decodeDecisionRow, toDecision } from "./decisionRow.ts"
import { MasterKey, open, seal } from "./encryption.ts"
import { makeGroup } from "./groupCommit.ts"
import { makeReplay } from "./replayDecisions.ts"
import { resilient } from "./resilience.ts"
import { toUuid } from "./uuid.ts"

const SealedInput = Schema.fromJsonString(
  Schema.Struct({
    input: Schema.Struct({
      prompt: Schema.String,
      negativePrompt: Schema.optionalKey(Schema.String),
      context: Schema.optionalKey(Schema.Array(Schema.String))
    }),
    metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
  })
)
const decodeSealedInput = Schema.decodeUnknownEffect(SealedInput)

/** Enough rows that a flush is worth its disk write, few enough that none waits long. */
const room = { largestGroup: 500, waitingRoom: 10_000 }

const isSameRequest = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** Encrypts what a record holds of the request. */
const makeSeal = Effect.gen(function* () {
  const masterKey = yield* MasterKey
  const dataKeys = yield* DataKeys
  return (record: DecisionRecord) => {
    const { claim, decision, workspace } = record
    const text = JSON.stringify({ input: decision.input, metadata: decision.metadata })
    const fingerprint = claim === null ? null : masterKey.fingerprint(claim.request)
    return Effect.map(dataKeys.of(workspace.tenantId), (key) => ({
      record,
      sealed: seal(key, decision.id, text),
      fingerprint
    }))
  }
})

export const DecisionLogPostgres = Layer.effect(
  DecisionLog,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const masterKey = yield* MasterKey
    const dataKeys = yield* DataKeys
    const sealRecord = yield* makeSeal
    const { batch, counted } = yield* makeCommit
    const commitGroup = yield* makeGroup({ name: "commitDecisions", flush: batch, ...room })
    const replayGroup = yield* makeGroup({ name: "replayDecisions", flush: yield* makeReplay, ...room })

    const replay = Effect.fnUntraced(function* (workspace: Workspace, { key, request }: IdempotencyClaim) {
      const first = yield* replayGroup({ workspace, key })
      if (first === null) return Option.none<DecisionSummary>()
      if (!isSameRequest(first.fingerprint, masterKey.fingerprint(request))) {
        return yield* new IdempotencyKeyReused()
      }
      return Option.some(first.decision)
    })

    /** What stands when a record was not written: the decision that its key had made before. */
    const firstInstead = ({ decision, workspace }: DecisionRecord, claim: IdempotencyClaim) =>
      Effect.flatMap(
        replay(workspace, claim),
        Option.match({
          // Neither was logged, so neither may be acknowledged.
          onNone: () => Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 })),
          onSome: (first) => Effect.succeed({ decision: first, replayed: first.id !== decision.id })
        })
      )

    /** Whether the record was written now. */
    const write = (record: DecisionRecord) =>
      Effect.flatMap(sealRecord(record), (sealed) =>
        record.testAllowance === null ? commitGroup(sealed) : counted(sealed, record.testAllowance)
      )

    const commit: DecisionLog["Service"]["commit"] = (record) =>
      Effect.flatMap(write(record), (written) =>
        written || record.claim === null
          ? Effect.succeed({ decision: record.decision, replayed: false })
          : firstInstead(record, record.claim)
      )

    const find: DecisionLog["Service"]["find"] = Effect.fnUntraced(function* ({ mode, tenantId }, id) {
      const [row] = yield* resilient(
        sql.unsafe<{ readonly sealed: Uint8Array | null }>(
          `SELECT ${decisionColumns}, i.sealed
           FROM decisions d
           LEFT JOIN decision_inputs i ON (i.tenant_id, i.mode, i.id) = (d.tenant_id, d.mode, d.id)
           WHERE d.tenant_id = $1 AND d.mode = $2 AND d.id = $3`,
          [toUuid(tenantId), mode, toUuid(id)]
        )
      )
      if (row === undefined) return Option.none()
      const decision = yield* Effect.orDie(decodeDecisionRow(row))
      if (row.sealed === null) {
        return Option.some(toDecision(decision, { input: { prompt: "" }, metadata: null }))
      }
      const content = yield* Effect.orDie(open(yield* dataKeys.of(tenantId), id, row.sealed))
      return Option.some(
        toDecision(decision, yield* Effect.orDie(decodeSealedInput(content.toString("utf8"))))
      )
    })

    return DecisionLog.of({ replay, commit, find })
  })
)
