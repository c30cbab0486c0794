import { Effect, Redacted, Schema } from "effect"
import type { KeyObject } from "node:crypto"
import { PolicyDocument, Webhook } from "../../../domain/policy/PolicyDocument.ts"
import { open, seal } from "../encryption/encryption.ts"

const StoredDocument = Schema.Struct({
  ...PolicyDocument.fields,
  webhooks: Schema.Array(Schema.Struct({ ...Webhook.fields, secret: Schema.String }))
})

const StoredDocumentJson = Schema.toCodecJson(StoredDocument)
const decode = Schema.decodeUnknownEffect(StoredDocumentJson)
const encode = Schema.encodeEffect(StoredDocumentJson)

const sealName = (url: string) => `webhook secret ${url}`

/** A document as it is stored: its webhook secrets are encrypted with the tenant's data key, each bound to its URL. */
export const toStored = (dataKey: KeyObject, document: PolicyDocument) =>
  encode({
    ...document,
    webhooks: document.webhooks.map(({ events, secret, url }) => ({
      url,
      events,
      secret: seal(dataKey, sealName(url), Redacted.value(secret)).toString("base64")
    }))
  }).pipe(Effect.map((stored) => JSON.stringify(stored)))

/** Decrypts the secret of a URL. */
export const openSecret = (dataKey: KeyObject, url: string, sealed: string) =>
  Effect.map(open(dataKey, sealName(url), Buffer.from(sealed, "base64")), (opened) =>
    Redacted.make(opened.toString("utf8"))
  )

/** Decodes a stored document and decrypts its secrets. Fails if it is malformed or cannot be decrypted. */
export const fromStored = Effect.fnUntraced(function* (dataKey: KeyObject, stored: unknown) {
  const document = yield* decode(stored)
  const webhooks = yield* Effect.forEach(document.webhooks, ({ events, secret, url }) =>
    Effect.map(openSecret(dataKey, url, secret), (secret) => ({ url, events, secret }))
  )
  const result: PolicyDocument = { ...document, webhooks }
  return result
})
