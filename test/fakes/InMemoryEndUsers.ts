import { Layer } from "effect"
import { IdempotencyLocksLayer } from "../../src/domain/screening/IdempotencyLocks.ts"
import { EndUsersLayer } from "../../src/domain/users/EndUsersLayer.ts"
import { InMemoryRules } from "./InMemoryRules.ts"
import { InMemoryUserStates } from "./InMemoryUserStates.ts"

/** The rules on end users as they are, over a store that is gone with the test. */
export const InMemoryEndUsers = EndUsersLayer.pipe(
  Layer.provideMerge(Layer.mergeAll(InMemoryRules, InMemoryUserStates)),
  Layer.provide(IdempotencyLocksLayer)
)
