import { send } from "../support/httpClient.ts"
import { asking, decide, jsonHeaders } from "./fixture.ts"
import type { Fixture } from "./fixture.ts"
import { ok } from "./policyCalls.ts"
import { ruleCalls } from "./ruleCalls.ts"
import type { WorkspaceOptions } from "./Storage.ts"

/** A workspace of its own, with checks of named end users that are let through or blocked. */
export const userWorkspace =
  (fixture: Fixture) =>
  async (options: WorkspaceOptions = {}) => {
    const { engine, service, storage } = fixture
    const made = await storage.createWorkspace({ policy: "stock-imagery", ...options })
    const decided = async (key: string, user: string, scores: object, ...rest: ReadonlyArray<object>) =>
      decide(service, key, { ...asking(engine.prompt({ ...scores })), user, ...rest[0] }, { ...rest[1] })
    const stored = async (id: string, key = made.live) =>
      ok(send(service.url, `/v1/decisions/${id}`, { headers: jsonHeaders(key) }))
    return {
      ...made,
      calls: ruleCalls(service, made.live),
      testCalls: ruleCalls(service, made.test),
      stored,
      explained: async (id: string) =>
        ok(send(service.url, `/v1/decisions/${id}/explain`, { headers: jsonHeaders(made.live) })),
      clean: (user: string, ...rest: ReadonlyArray<object>) => decided(made.live, user, {}, ...rest),
      blocked: (user: string, ...rest: ReadonlyArray<object>) =>
        decided(made.live, user, { adult: 0.9 }, ...rest),
      testBlocked: (user: string) => decided(made.test, user, { adult: 0.9 })
    }
  }
