import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Workspace } from "../../domain/shared/Workspace.ts"
import { isInForce, UserStates } from "../../domain/users/UserStates.ts"
import type { OutcomeCounts, Pause, UserChange } from "../../domain/users/UserStates.ts"
import { wireMoment } from "../wire/moments.ts"
import { actorOf, CurrentCaller } from "./access/Authorization.ts"
import { writeFailures, writingCaller } from "./access/writingCaller.ts"
import { Api } from "./Api.ts"
import { inTenantTurn } from "./lists/largeList.ts"
import { storageFailures } from "./problems/storageFailures.ts"
import type { WireUser } from "./users.api.ts"

const toPausedBy = ({ by }: Pause): WireUser["paused_by"] =>
  by.type === "rule"
    ? { type: "rule", rule: by.ruleId, decision: by.decisionId }
    : { type: "key", key: by.actor, note: by.note }

const toPause = (pause: Pause | null) =>
  pause === null
    ? { state: "active" as const, paused_since: null, paused_until: null, paused_by: null }
    : {
        state: "paused" as const,
        paused_since: DateTime.formatIso(pause.since),
        paused_until: wireMoment(pause.until),
        paused_by: toPausedBy(pause)
      }

const none: OutcomeCounts = { allow: 0, review: 0, block: 0 }

const readUser = Effect.fnUntraced(function* (workspace: Workspace, user: string) {
  const now = yield* DateTime.now
  const { counts, lastDecisions, pause } = yield* (yield* UserStates).view(workspace, user, now)
  const [day = none, week = none, month = none] = counts
  const wire: WireUser = {
    user,
    mode: workspace.mode,
    ...toPause(pause !== null && isInForce(pause, now) ? pause : null),
    counts: { "1d": day, "7d": week, "30d": month },
    last_decisions: lastDecisions
  }
  return wire
})

const change = Effect.fnUntraced(function* (
  action: "pause" | "resume",
  user: string,
  note: string | undefined
) {
  const { identity } = yield* writingCaller
  const asked: UserChange = { workspace: identity, user, actor: actorOf(identity), note: note ?? null }
  yield* (yield* UserStates)[action](asked)
  return yield* readUser(identity, user)
}, Effect.catchTags(writeFailures))

export const UsersHandlers = HttpApiBuilder.group(Api, "users", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(function* ({ params }) {
      const { identity } = yield* CurrentCaller
      const read = readUser(identity, params.user)
      return yield* inTenantTurn(identity.tenantId)(read)
    }, Effect.catchTags(storageFailures)),
    pause: ({ params, payload }) => change("pause", params.user, payload?.note),
    resume: ({ params, payload }) => change("resume", params.user, payload?.note)
  })
)
