import { Clock, Effect, Layer, Ref } from "effect"
import { Policies } from "../../src/domain/policy/Policies.ts"
import type { PromptToScreen } from "../../src/domain/screening/PromptToScreen.ts"
import { makeScreenPrompt } from "../../src/domain/screening/screenPrompt.ts"
import { makeScreenPrompts } from "../../src/domain/screening/screenPrompts.ts"
import { WorkspaceLocksLayer } from "../../src/domain/screening/WorkspaceLocks.ts"
import { startUntraced } from "../../src/domain/shared/stopwatch.ts"
import type { Stopwatch } from "../../src/domain/shared/stopwatch.ts"
import { InMemoryDecisionLog, LoggedRecords } from "../fakes/InMemoryDecisionLog.ts"
import { InMemoryEndUsers } from "../fakes/InMemoryEndUsers.ts"
import { InMemoryPolicies } from "../fakes/InMemoryPolicies.ts"
import { InMemoryUsageLedger } from "../fakes/InMemoryUsageLedger.ts"
import { RecordedRequests } from "../fakes/ScriptedEngine.ts"
import { SeededRandom } from "../fakes/SeededRandom.ts"
import { live, newPolicy, tenant } from "../fixtures.ts"

/** Screens with the services of the test. The stopwatch starts now unless one is given. */
export const screenPrompt = Effect.fnUntraced(function* (command: PromptToScreen, stopwatch?: Stopwatch) {
  const screen = yield* makeScreenPrompt
  return yield* screen(command, stopwatch ?? startUntraced(yield* Clock.Clock))
})

/** Screens all in one request, as above. */
export const screenPrompts = Effect.fnUntraced(function* (commands: ReadonlyArray<PromptToScreen>) {
  const screen = yield* makeScreenPrompts
  const stopwatch = startUntraced(yield* Clock.Clock)
  return yield* screen(
    commands.map((command) => ({ command, stopwatch })),
    Effect.yieldNow
  )
})

/** A live check of nobody's prompt, by the default policy. */
export const anyCommand: PromptToScreen = {
  tenant,
  workspace: live,
  input: { prompt: "two foxes in the snow" },
  policy: null,
  policyVersion: null,
  user: null,
  metadata: null,
  dryRun: false,
  claim: null
}

/** All that screening needs but an engine, in memory. */
export const world = Layer.mergeAll(
  InMemoryUsageLedger,
  InMemoryPolicies,
  InMemoryEndUsers,
  WorkspaceLocksLayer
).pipe(Layer.provideMerge(InMemoryDecisionLog), Layer.provideMerge(SeededRandom))

/** The same where the tenant has a default policy. */
export const worldWithPolicy = Layer.effectDiscard(
  Effect.flatMap(Policies, (policies) => policies.create(tenant.id, newPolicy({ makeDefault: true })))
).pipe(Layer.provideMerge(world))

export const logged = Effect.flatMap(LoggedRecords, Ref.get)

/** What the scripted engine was asked. */
export const asked = Effect.flatMap(RecordedRequests, Ref.get)
