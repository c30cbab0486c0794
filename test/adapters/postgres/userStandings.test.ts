import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import type { Workspace } from "../../../src/domain/shared/Workspace.ts"
import { log, standing } from "../../contracts/userDecisions.ts"
import { ruleOf, when } from "../../domain/users/someRules.ts"
import { newWorkspace } from "../../fixtures.ts"
import { createDatabase } from "../../support/database.ts"
import { ProcessLayer } from "./process.ts"
import { uuidOf } from "./rows.ts"

const Postgres = Layer.unwrap(Effect.map(createDatabase(), (url) => ProcessLayer(url)))

/** More decisions on the user than a rule looks at: copies of one that was logged. */
const logMany = Effect.fnUntraced(function* (workspace: Workspace) {
  const sql = yield* PgClient.PgClient
  const { decision } = yield* log(workspace, { user: "u", outcome: "block", tags: ["other"] })
  yield* sql.unsafe(
    `INSERT INTO decisions (tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version,
       engine_version, latency_ms, input_tokens, user_id, reached_checks, prompt_redacted, by_pause, tags, detail)
     SELECT tenant_id, mode, uuidv7(-n * '1 second'::interval), outcome, dry_run, shadow_mode, policy_id,
       policy_version, engine_version, latency_ms, input_tokens, user_id, reached_checks, prompt_redacted, by_pause,
       tags, detail
     FROM decisions, generate_series(1, 3000) n
     WHERE tenant_id = $1::text::uuid AND mode = $2 AND id = $3::text::uuid`,
    [uuidOf(workspace), workspace.mode, decision.id.slice(4)]
  )
})

layer(Postgres, { excludeTestServices: true, timeout: "60 seconds" })("the standing of a user", (it) => {
  it.effect("is not waited for behind users whose rules look at thousands of decisions", () =>
    Effect.gen(function* () {
      const costly = yield* newWorkspace()
      yield* logMany(costly)
      const rules = Array.from({ length: 25 }, (_, at) =>
        ruleOf(String(at % 10), { windowSeconds: 86_400, count: 5, when: when({ tag: `tag-${at}` }) })
      )
      const finished: Array<string> = []
      const finish = (name: string) => Effect.sync(() => finished.push(name))
      const fibers = yield* Effect.forEach(Array.from({ length: 60 }), () =>
        Effect.forkChild(Effect.andThen(standing(costly, rules), finish("costly")), {
          startImmediately: true
        })
      )
      yield* Effect.yieldNow
      yield* Effect.andThen(standing(yield* newWorkspace(), [ruleOf("1")]), finish("plain"))
      yield* Effect.forEach(fibers, Fiber.join)
      assert.lengthOf(finished, 61)
      assert.isBelow(finished.indexOf("plain"), 60, "before the last of those that came first")
    })
  )
})
