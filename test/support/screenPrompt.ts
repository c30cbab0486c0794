import { Effect, Layer, Ref } from "effect"
import type { PromptToScreen } from "../../src/domain/screening/PromptToScreen.ts"
import { makeScreenPrompt } from "../../src/domain/screening/screenPrompt.ts"
import { WorkspaceLocksLayer } from "../../src/domain/screening/WorkspaceLocks.ts"
import { InMemoryDecisionLog, LoggedRecords } from "../fakes/InMemoryDecisionLog.ts"
import { InMemoryEndUsers } from "../fakes/InMemoryEndUsers.ts"
import { InMemoryPolicies } from "../fakes/InMemoryPolicies.ts"
import { InMemoryUsageLedger } from "../fakes/InMemoryUsageLedger.ts"
import { RecordedRequests } from "../fakes/ScriptedEngine.ts"
import { SeededRandom } from "../fakes/SeededRandom.ts"
import { live, tenant } from "../fixtures.ts"

/** Screens with the services of the test. */
export const screenPrompt = (command: PromptToScreen) =>
  Effect.flatMap(makeScreenPrompt, (screen) => screen(command))

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

export const logged = Effect.flatMap(LoggedRecords, Ref.get)

/** What the scripted engine was asked. */
export const asked = Effect.flatMap(RecordedRequests, Ref.get)
