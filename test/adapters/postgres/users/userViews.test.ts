import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { mostCounted, UserStates } from "../../../../src/domain/users/UserStates.ts"
import { log } from "../../../contracts/userDecisions.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { ProcessOnNewDatabase } from "../process.ts"
import { logMany } from "./logMany.ts"

layer(ProcessOnNewDatabase, { excludeTestServices: true, timeout: "60 seconds" })(
  "the view of a user with more decisions than are counted",
  (it) => {
    it.effect("has counts up to a bound, and the latest decisions", () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace()
        yield* logMany(workspace, mostCounted + 1)
        const { decision } = yield* log(workspace, { user: "u", outcome: "allow" })
        const users = yield* UserStates
        const { counts, lastDecisions } = yield* users.view(workspace, "u", yield* DateTime.now)
        const bounded = { allow: 1, review: 0, block: mostCounted }
        assert.deepStrictEqual(counts, [bounded, bounded, bounded])
        assert.lengthOf(lastDecisions, 10)
        assert.strictEqual(lastDecisions[0], decision.id)
      })
    )
  }
)
