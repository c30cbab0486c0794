import { Context, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { makeBreather } from "../../domain/shared/breather.ts"
import type { TenantId } from "../../domain/shared/ids.ts"
import type { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"
import { makeBoundedTurns } from "../../domain/shared/turns.ts"

/** Large answers that one tenant has read and written at a time, in this process. The others wait, in order. */
const answersAtOnce = 1

/** And those that may be asked for meanwhile: a fifth of what a process works on by default, which others need too. */
const answersAsked = 100

const TenantTurns = Context.Reference<ReturnType<typeof makeBoundedTurns>>(
  "prescreen/adapters/http/TenantTurns",
  {
    defaultValue: () => makeBoundedTurns(answersAtOnce, answersAsked)
  }
)

/** Characters that are written in one go: a millisecond of work. */
const writtenAtOnce = 256 * 1_024

/**
 * For a list that may be many megabytes, and for documents of which each costs milliseconds: reads and writes them after
 * the tenant's others, so that no other waits for all. Fails when too many of the tenant's wait.
 */
export const inTenantTurn =
  (tenantId: TenantId) =>
  <A, E, R>(answer: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
    Effect.flatMap(TenantTurns, (inTurn) => inTurn(tenantId, { cost: 1, size: 1 })(answer))

/**
 * The answer `{"data": [...]}`, with more fields if it has more, written item by item between what else there is to
 * do. `field` is the list's name where that is another.
 */
export const writeList = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  toWire: (item: A) => unknown,
  rest: Readonly<Record<string, unknown>> = {},
  field = "data"
) {
  const breathe = makeBreather(writtenAtOnce)
  const parts = [Buffer.from(`{${JSON.stringify(field)}:[`)]
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(toWire(item))
    parts.push(Buffer.from(index === 0 ? text : `,${text}`))
    yield* breathe(text.length)
  }
  const fields = Object.entries(rest).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`
  )
  parts.push(Buffer.from(`]${fields.join("")}}`))
  return HttpServerResponse.uint8Array(Buffer.concat(parts), { contentType: "application/json" })
})
