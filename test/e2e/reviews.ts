import { assert } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import type { Service } from "../support/serviceProcess.ts"
import { call } from "./call.ts"
import { asking, decide, jsonHeaders } from "./fixture.ts"
import type { Fixture } from "./fixture.ts"

export const listReviews = ({ url }: Service, key: string, query = "") =>
  send(url, `/v1/review${query}`, { headers: jsonHeaders(key) })

export const readReview = ({ url }: Service, key: string, path: string) =>
  send(url, `/v1/review/${path}`, { headers: jsonHeaders(key) })

/** `POST /v1/review/{id}/verdict`. A body that is not text is sent as its JSON. */
export const giveVerdict = (
  service: Service,
  key: string,
  id: string,
  body: unknown = { verdict: "allow" }
) => call(service, key, "POST", `/v1/review/${id}/verdict`, body)

export const readDecision = ({ url }: Service, key: string, path: string) =>
  send(url, `/v1/decisions/${path}`, { headers: jsonHeaders(key) })

/** Makes a decision that goes to review, and returns it with the id of its item. */
export const sendToReview = async (
  { engine, service }: Fixture,
  key: string,
  scores: Parameters<Fixture["engine"]["prompt"]>[0] = { real_person: 0.6 },
  call?: Parameters<typeof decide>[3]
) => {
  const prompt = engine.prompt(scores)
  const answer = await decide(service, key, asking(prompt), call)
  assert.strictEqual(answer.outcome, "review")
  const stored = (await readDecision(service, key, answer.id)).json()
  return { answer, prompt, stored, id: String(stored.actions.review_id) }
}

/** Where each of a problem's issues is. */
export const placesOf = ({ issues }: { readonly issues: ReadonlyArray<string> }) =>
  issues.map((issue) => issue.split(":")[0])

export const idsIn = (reply: Reply): ReadonlyArray<string> => {
  assert.strictEqual(reply.status, 200, reply.text)
  return reply.json().data.map(({ id }: { readonly id: string }) => id)
}
