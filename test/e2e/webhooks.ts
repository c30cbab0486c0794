import { Redacted } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import type { PolicyDocument, WebhookEvent } from "../../src/domain/policy/PolicyDocument.ts"
import { send } from "../support/httpClient.ts"
import type { Service } from "../support/serviceProcess.ts"
import { presetDocument } from "./Storage.ts"

export const secret = "a secret of 16 or more"

/** A policy that blocks, reviews and tags, and that tells these urls of these events. */
export const policyFor = (
  ...hooks: ReadonlyArray<readonly [string, ReadonlyArray<WebhookEvent>]>
): PolicyDocument => ({
  ...presetDocument("adult-platform"),
  webhooks: hooks.map(([url, events]) => ({ url, events, secret: Redacted.make(secret) }))
})

/** A call to the API, with its answer as JSON. */
export const api = async ({ url }: Service, key: string, path: string, method: "GET" | "POST" = "GET") => {
  const reply = await send(url, path, { method, headers: { authorization: `Bearer ${key}` } })
  return { reply, status: reply.status, body: reply.json() }
}

/** What is found in the end, of something that a process does in its own time. */
export const eventually = async <A>(find: () => Promise<A | undefined>): Promise<A> => {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await find()
    if (found !== undefined) return found
    await delay(50)
  }
  throw new Error("It did not happen within 20 seconds")
}
