import { Effect, Layer, Option } from "effect"
import type { KeyObject } from "node:crypto"
import type { Decision, DecisionSummary } from "../../../domain/screening/Decision.ts"
import { DecisionLog } from "../../../domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../../domain/screening/DecisionLog.ts"
import { IdempotencyKeyReused } from "../../../domain/screening/idempotency.ts"
import type { IdempotencyClaim } from "../../../domain/screening/idempotency.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { DataKeys } from "../encryption/DataKeys.ts"
import { encrypt, MasterKey } from "../encryption/encryption.ts"
import { makeGroup } from "../groupCommit.ts"
import type { EncryptedRecord } from "./commitBatch.ts"
import { makeCommit } from "./commitDecisions.ts"
import { makeFind } from "./findDecision.ts"
import { makeList } from "./listDecisions.ts"
import { makeReplay } from "./replayDecisions.ts"
import { makeResolveConflict } from "./resolveConflict.ts"

const encryptInput = (key: KeyObject, { id, input, metadata }: Decision) =>
  encrypt(key, id, JSON.stringify({ input, metadata }))

/** Enough rows to make a flush worth its disk write, few enough that none waits long. */
const room = { largestGroup: 500, waitingRoom: 10_000 }

/**
 * What arrives while one commit is under way is written by a second commit beside it if there is enough of it. With
 * less, the second commit costs more processor time than the wait for a slow disk is worth.
 */
const commitRoom = { ...room, lanes: [1, 24], smallestShare: 48 }

const isSameRequest = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** A record and its tenant's data key. */
interface UnencryptedRecord {
  readonly record: DecisionRecord
  readonly key: KeyObject
}

/** Encrypts the input of a record, and fingerprints its request. */
const makeEncryptRecord = Effect.map(
  MasterKey,
  (masterKey) =>
    ({ key, record }: UnencryptedRecord): EncryptedRecord => {
      const { claim, decision, dryRunDecision } = record
      return {
        record,
        encryptedInput: encryptInput(key, decision),
        fingerprint: claim === null ? null : masterKey.fingerprint(claim.request),
        encryptedDryRunInput: dryRunDecision === undefined ? null : encryptInput(key, dryRunDecision)
      }
    }
)

export const DecisionLogPostgres = Layer.effect(
  DecisionLog,
  Effect.gen(function* () {
    const masterKey = yield* MasterKey
    const dataKeys = yield* DataKeys
    const encryptRecord = yield* makeEncryptRecord
    const { writeBatch, writeWithinAllowance } = yield* makeCommit
    const commitGroup = yield* makeGroup({
      name: "commitDecisions",
      // Encrypted all in a row, inputs take two thirds of the time that they take in the middle of other work.
      flush: (records: ReadonlyArray<UnencryptedRecord>, lane) =>
        writeBatch(records.map(encryptRecord), lane),
      ...commitRoom
    })
    const replayGroup = yield* makeGroup({ name: "replayDecisions", flush: yield* makeReplay, ...room })

    const replay = Effect.fnUntraced(function* (workspace: Workspace, { key, request }: IdempotencyClaim) {
      const first = yield* replayGroup({ workspace, key })
      if (first === null) return Option.none<DecisionSummary>()
      if (!isSameRequest(first.fingerprint, masterKey.fingerprint(request))) {
        return yield* new IdempotencyKeyReused()
      }
      return Option.some(first.decision)
    })

    const find = yield* makeFind

    /** Returns whether the record was written now. */
    const write = (record: DecisionRecord) =>
      Effect.flatMapEager(dataKeys.of(record.workspace.tenantId), (key) =>
        record.testAllowance === null
          ? commitGroup({ record, key })
          : writeWithinAllowance(encryptRecord({ record, key }), record.testAllowance)
      )

    const resolveConflict = yield* makeResolveConflict({ replay, find, write })

    const commit: DecisionLog["Service"]["commit"] = (record) =>
      Effect.flatMap(write(record), (written) =>
        written ? Effect.succeed({ decision: record.decision, replayed: false }) : resolveConflict(record)
      )

    return DecisionLog.of({ replay, commit, find, list: yield* makeList })
  })
)
