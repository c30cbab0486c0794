import { Effect, Redacted, Schema } from "effect"
import type { KeyObject } from "node:crypto"
import { PolicyDocument, Webhook } from "../../../domain/policy/PolicyDocument.ts"
import { decrypt, encrypt } from "../encryption/encryption.ts"

const StoredDocument = Schema.Struct({
  ...PolicyDocument.fields,
  webhooks: Schema.Array(Schema.Struct({ ...Webhook.fields, secret: Schema.String }))
})

const StoredDocumentJson = Schema.toCodecJson(StoredDocument)
const decode = Schema.decodeUnknownEffect(StoredDocumentJson)
const encode = Schema.encodeEffect(StoredDocumentJson)

const secretName = (url: string) => `webhook secret ${url}`

/** A document as it is stored: its webhook secrets are encrypted with the tenant's data key, each bound to its URL. */
export const toStored = (dataKey: KeyObject, document: PolicyDocument) =>
  encode({
    ...document,
    webhooks: document.webhooks.map(({ events, secret, url }) => ({
      url,
      events,
      secret: encrypt(dataKey, secretName(url), Redacted.value(secret)).toString("base64")
    }))
  }).pipe(Effect.map((stored) => JSON.stringify(stored)))

/** Decrypts the secret of a URL. */
export const decryptSecret = (dataKey: KeyObject, url: string, encrypted: string) =>
  Effect.map(decrypt(dataKey, secretName(url), Buffer.from(encrypted, "base64")), (text) =>
    Redacted.make(text.toString("utf8"))
  )

/** Decodes a stored document and decrypts its secrets. Fails if it is malformed or cannot be decrypted. */
export const fromStored = Effect.fnUntraced(function* (dataKey: KeyObject, stored: unknown) {
  const document = yield* decode(stored)
  const webhooks = yield* Effect.forEach(document.webhooks, ({ events, secret, url }) =>
    Effect.map(decryptSecret(dataKey, url, secret), (secret) => ({ url, events, secret }))
  )
  const result: PolicyDocument = { ...document, webhooks }
  return result
})
