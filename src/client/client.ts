import { makeCall } from "./call.ts"
import type { PrescreenOptions } from "./call.ts"
import { operations } from "./operations.ts"

export type Prescreen = ReturnType<typeof operations>

/** A client of the service, with a method for each operation. It runs wherever there are `fetch` and Web Crypto. */
export const createPrescreen = (options: PrescreenOptions): Prescreen => operations(makeCall(options))

export type * from "./api.ts"
export type { CallOptions, PrescreenOptions, ScreeningOptions } from "./call.ts"
export { PrescreenError } from "./PrescreenError.ts"
export type { TransportCode } from "./PrescreenError.ts"
export { verifyWebhook, WebhookVerificationError } from "./verifyWebhook.ts"
export type { VerifyOptions, WebhookEvent, WebhookHeaders } from "./verifyWebhook.ts"
