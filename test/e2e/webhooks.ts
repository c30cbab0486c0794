import { Redacted } from "effect"
import { afterAll } from "vitest"
import type { PolicyDocument, WebhookEvent } from "../../src/domain/policy/PolicyDocument.ts"
import type { Service } from "../support/serviceProcess.ts"
import { startReceiver } from "../support/webhookReceiver.ts"
import { call } from "./call.ts"
import { setUp } from "./fixture.ts"
import { presetDocument } from "./Storage.ts"

export const secret = "a secret of 16 or more"

/** A policy that blocks, reviews and tags, and that tells these urls of these events. */
export const policyFor = (
  ...hooks: ReadonlyArray<readonly [string, ReadonlyArray<WebhookEvent>]>
): PolicyDocument => ({
  ...presetDocument("adult-platform"),
  webhooks: hooks.map(([url, events]) => ({ url, events, secret: Redacted.make(secret) }))
})

/** A service for this file alone, and a receiver that it may call. */
export const setUpWithReceiver = async (environment: Readonly<Record<string, string>> = {}) => {
  const receiver = await startReceiver()
  afterAll(() => receiver.close())
  return { receiver, fixture: setUp({ WEBHOOK_ALLOWED_HOSTS: receiver.host, ...environment }) }
}

/** A call to the API, with its answer as JSON. */
export const api = async (service: Service, key: string, path: string, method: "GET" | "POST" = "GET") => {
  const reply = await call(service, key, method, path)
  return { reply, status: reply.status, body: reply.json() }
}

export const deliveriesOf = async (service: Service, key: string, query = "") =>
  (await api(service, key, `/v1/deliveries${query}`)).body.data
