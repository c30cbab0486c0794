import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { TenantId } from "../../../domain/shared/ids.ts"
import { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { makeBoundedTurns } from "../../../domain/shared/turns.ts"
import { makeYieldEvery } from "../../../domain/shared/yieldEvery.ts"

/** How many large answers of one tenant this process reads and writes at a time. The others wait, in order. */
const answersAtOnce = 1

/**
 * How many of them may wait or be in progress: two fifths of the requests that a process works on by default, so that
 * other tenants have the rest.
 */
const answersAsked = 200

const TenantTurns = Context.Reference<ReturnType<typeof makeBoundedTurns>>(
  "prescreen/adapters/http/lists/TenantTurns",
  {
    defaultValue: () => makeBoundedTurns(answersAtOnce, answersAsked)
  }
)

/**
 * How many bytes of large answers one tenant's clients may leave unread. They are kept in memory until they are read.
 */
const mostUnread = 64 * 1_024 * 1_024

const UnreadBytes = Context.Reference<Map<TenantId, number>>("prescreen/adapters/http/lists/UnreadBytes", {
  defaultValue: () => new Map()
})

/** Counts an answer as unread until the client's connection has taken it or is gone. */
const noteUnread = (unread: Map<TenantId, number>, tenantId: TenantId, answer: unknown) =>
  Effect.map(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (request) => {
    if (Option.isNone(request) || !HttpServerResponse.isHttpServerResponse(answer)) return
    const bytes = "contentLength" in answer.body ? (answer.body.contentLength ?? 0) : 0
    const add = (more: number) => {
      const sum = (unread.get(tenantId) ?? 0) + more
      if (sum > 0) unread.set(tenantId, sum)
      else unread.delete(tenantId)
    }
    const response = NodeHttpServerRequest.toServerResponse(request.value)
    if (response.destroyed) return
    add(bytes)
    response.once("close", () => add(-bytes))
  })

/** How many characters are written in one go: a millisecond of work. */
const writtenAtOnce = 256 * 1_024

/**
 * For lists of many megabytes and for documents that cost milliseconds each: reads and writes a tenant's large answers
 * one after the other, so that other tenants do not wait for all of them. Fails when too many answers of the tenant
 * wait, or when its clients have left too many bytes unread.
 */
export const inTenantTurn =
  (tenantId: TenantId) =>
  <A, E, R>(answer: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
    Effect.gen(function* () {
      const inTurn = yield* TenantTurns
      const unread = yield* UnreadBytes
      const answerUnlessUnread = Effect.suspend((): Effect.Effect<A, E | StorageUnavailable, R> =>
        (unread.get(tenantId) ?? 0) > mostUnread
          ? Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
          : Effect.tap(answer, (made) => noteUnread(unread, tenantId, made))
      )
      return yield* inTurn(tenantId, { cost: 1, size: 1 })(answerUnlessUnread)
    })

/**
 * The answer `{"data": [...]}`, with the fields of `rest` if given, written in steps between which other requests can
 * go on. `field` is the list's name if it is not `data`.
 */
export const writeList = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  toWire: (item: A) => unknown,
  rest: Readonly<Record<string, unknown>> = {},
  field = "data"
) {
  const yieldAfter = makeYieldEvery(writtenAtOnce)
  const parts = [Buffer.from(`{${JSON.stringify(field)}:[`)]
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(toWire(item))
    parts.push(Buffer.from(index === 0 ? text : `,${text}`))
    yield* yieldAfter(text.length)
  }
  const fields = Object.entries(rest).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`
  )
  parts.push(Buffer.from(`]${fields.join("")}}`))
  return HttpServerResponse.uint8Array(Buffer.concat(parts), { contentType: "application/json" })
})
