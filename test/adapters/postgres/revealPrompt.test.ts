import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Result } from "effect"
import { revealPrompt } from "../../../src/domain/screening/revealPrompt.ts"
import type { Actor } from "../../../src/domain/shared/Actor.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { nextApiKeyId, nextDecisionId } from "../../../src/domain/shared/ids.ts"
import type { Workspace } from "../../../src/domain/shared/Workspace.ts"
import { newRecord, newWorkspace } from "../../fixtures.ts"
import { createDatabase } from "../../support/database.ts"
import { ProcessLayer } from "./process.ts"
import { commit, uuidOf } from "./rows.ts"

const Postgres = Layer.unwrap(Effect.map(createDatabase, (url) => ProcessLayer(url)))

const newRedacted = Effect.fnUntraced(function* () {
  const record = yield* newRecord(yield* newWorkspace("live"), {
    decision: { outcome: "block", promptRedacted: true, input: { prompt: "what was redacted" } }
  })
  yield* commit(record)
  return record
})

const auditOf = Effect.fnUntraced(function* (workspace: Workspace) {
  const sql = yield* PgClient.PgClient
  return yield* sql.unsafe(
    `SELECT actor, action, subject, before, after FROM audit_log WHERE tenant_id = $1::text::uuid AND action LIKE 'decision.%' ORDER BY entry`,
    [uuidOf(workspace)]
  )
})

layer(Postgres, { excludeTestServices: true })("revealPrompt", (it) => {
  it.effect("returns the prompt, and each time says in the audit log who asked for which", () =>
    Effect.gen(function* () {
      const { decision, workspace } = yield* newRedacted()
      for (let times = 1; times <= 2; times += 1) {
        const revealed = Option.getOrThrow(yield* revealPrompt(workspace, decision.id, operator))
        assert.strictEqual(revealed.input.prompt, "what was redacted")
        assert.deepStrictEqual(
          yield* auditOf(workspace),
          Array.from({ length: times }, () => ({
            actor: "operator",
            action: "decision.revealed",
            subject: decision.id,
            before: null,
            after: null
          }))
        )
      }
    })
  )

  it.effect("reveals nothing when the audit log cannot be written", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { decision, workspace } = yield* newRedacted()
      yield* sql.unsafe("ALTER TABLE audit_log RENAME TO audit_log_away")
      const exit = yield* Effect.exit(revealPrompt(workspace, decision.id, operator))
      yield* sql.unsafe("ALTER TABLE audit_log_away RENAME TO audit_log")
      assert.isTrue(Exit.isFailure(exit))
      assert.notInclude(JSON.stringify(exit), "what was redacted")
      assert.deepStrictEqual(yield* auditOf(workspace), [])
    })
  )

  it.effect("is refused to keys and to the payment provider, whether there is such a decision or not", () =>
    Effect.gen(function* () {
      const { decision, workspace } = yield* newRedacted()
      const actors: ReadonlyArray<Actor> = [
        { type: "api_key", id: yield* nextApiKeyId },
        { type: "payment_provider" }
      ]
      for (const actor of actors) {
        for (const id of [decision.id, yield* nextDecisionId, "nonsense"]) {
          const result = yield* Effect.result(revealPrompt(workspace, id, actor))
          assert.strictEqual(Result.isFailure(result) && result.failure._tag, "RevealForbidden")
        }
      }
      assert.deepStrictEqual(yield* auditOf(workspace), [])
    })
  )

  it.effect("finds and audits nothing of another workspace", () =>
    Effect.gen(function* () {
      const { decision, workspace } = yield* newRedacted()
      const other = yield* newWorkspace("live")
      for (const elsewhere of [other, { ...workspace, mode: "test" as const }]) {
        assert.isTrue(Option.isNone(yield* revealPrompt(elsewhere, decision.id, operator)))
        assert.deepStrictEqual(yield* auditOf(elsewhere), [])
      }
    })
  )
})
