import { Redacted } from "effect"
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
