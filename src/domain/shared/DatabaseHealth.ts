import { Context } from "effect"
import type { Effect } from "effect"

/** Whether the database answers now. */
export class DatabaseHealth extends Context.Service<
  DatabaseHealth,
  { readonly isReachable: Effect.Effect<boolean> }
>()("prescreen/domain/shared/DatabaseHealth") {}
