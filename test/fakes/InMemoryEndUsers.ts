import { Layer } from "effect"
import { WorkspaceLocksLayer } from "../../src/domain/screening/WorkspaceLocks.ts"
import { EndUsersLayer } from "../../src/domain/users/EndUsersLayer.ts"
import { InMemoryRules } from "./InMemoryRules.ts"
import { InMemoryUserStates } from "./InMemoryUserStates.ts"

/** The rules on end users as they are, over a store that is gone with the test. */
export const InMemoryEndUsers = EndUsersLayer.pipe(
  Layer.provideMerge(Layer.mergeAll(InMemoryRules, InMemoryUserStates)),
  Layer.provide(WorkspaceLocksLayer)
)
