import { Console, Effect, Ref } from "effect"
import { Command } from "effect/cli"
import { purgeExpired } from "../../domain/screening/Retention.ts"
import { CommandFailed, json, print } from "./output.ts"

/** How many decisions are purged between two lines of progress. */
const progressStep = 10_000

const count = (decisions: number) => decisions.toLocaleString("en")

export const purgeCommand = Command.make(
  "purge",
  { json },
  Effect.fn(
    function* ({ json }) {
      const soFar = yield* Ref.make(0)
      const progress = Effect.fnUntraced(function* (purged: number) {
        const before = yield* Ref.getAndUpdate(soFar, (total) => total + purged)
        const after = before + purged
        if (Math.floor(before / progressStep) < Math.floor(after / progressStep)) {
          yield* Console.error(`purged ${count(after)} decisions so far`)
        }
      })
      const purged = yield* purgeExpired(json ? undefined : progress)
      yield* print(json, { purged })
    },
    Effect.catchTag("StorageUnavailable", () =>
      Effect.fail(
        new CommandFailed({
          message: "the database cannot be used; what was purged stays purged, so run it again"
        })
      )
    )
  )
).pipe(Command.withDescription("Delete, at once, the prompts that are past their tenant's retention"))
