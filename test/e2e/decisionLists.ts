import { assert } from "@effect/vitest"
import { DateTime } from "effect"
import { createdAtOf } from "../../src/domain/shared/ids.ts"
import { send } from "../support/httpClient.ts"
import { asking, decide, jsonHeaders } from "./fixture.ts"
import type { Fixture } from "./fixture.ts"
import type { TestWorkspace } from "./Storage.ts"

export type Query = Record<string, string> | Array<[string, string]>

export const textOf = (query: Query) => new URLSearchParams(query).toString()

export const list = ({ service }: Fixture, key: string, query: Query = {}) =>
  send(service.url, `/v1/decisions?${textOf(query)}`, { headers: jsonHeaders(key) })

/** The ids of a page that there must be. */
export const idsOf = async (
  fixture: Fixture,
  key: string,
  query: Query = {}
): Promise<ReadonlyArray<string>> => {
  const reply = await list(fixture, key, query)
  assert.strictEqual(reply.status, 200, reply.text)
  return reply.json().data.map(({ id }: { readonly id: string }) => id)
}

export interface Made {
  readonly id: string
  readonly [field: string]: unknown
}

/** Decisions of one workspace that differ in all that can be asked for, oldest first. */
const makeDecisions = async ({ engine, service }: Fixture, workspace: TestWorkspace) => {
  const made: Array<Made> = []
  const add = async (
    scores: Parameters<typeof engine.prompt>[0],
    rest: object = {},
    headers: Readonly<Record<string, string>> = {}
  ) => {
    const body = asking(engine.prompt(scores), rest)
    made.push(await decide(service, workspace.test, body, { headers }))
  }
  await add({})
  await add({}, { user: "anna" })
  await add({ adult: 0.75 }, { user: "anna" })
  await add({ real_person: 0.5 }, { user: "b=&ü" })
  await add({ minors_sexual: 0.9 })
  await add({ minors_sexual: 0.9 }, { user: "anna" }, { "x-service-dry-run": "true" })
  await add({ copyrighted_ip: 0.35 })
  return made
}

/** The users of those decisions. */
export const users = [null, "anna", "anna", "b=&ü", null, "anna", null]

export const prepare = async (fixture: Fixture) => {
  const workspace = await fixture.storage.createWorkspace()
  return { workspace, made: await makeDecisions(fixture, workspace) }
}

export const newestFirst = (decisions: ReadonlyArray<Made>) => decisions.map(({ id }) => id).toReversed()

export const createdAt = (id: string) => DateTime.formatIso(createdAtOf(id))
