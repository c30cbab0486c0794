import { Context, Effect, Layer, Redacted, Schema } from "effect"
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomFillSync
} from "node:crypto"
import type { KeyObject } from "node:crypto"

/** A value cannot be decrypted: it was encrypted under another master key, or changed since. */
export class DecryptionFailed extends Schema.TaggedError<DecryptionFailed>()("DecryptionFailed", {}) {
  override get message() {
    return "what is stored does not open: another master key sealed it, or it was changed since"
  }
}

/** The same for the first value that is decrypted, which shows whether the master key is the right one. */
export class MasterKeyRefused extends Schema.TaggedError<MasterKeyRefused>()("MasterKeyRefused", {
  origin: Schema.String
}) {
  override get message() {
    return `what is stored does not open: ${this.origin} is not the one that sealed it, or it was changed since`
  }
}

const algorithm = "aes-256-gcm"
const nonceLength = 12
const tagLength = 16

const entropy = Buffer.alloc(4096)
let entropyUsed = entropy.length

/** Random bytes drawn from a pool: one call to the generator is enough for some 340 values. */
const nextNonce = (): Buffer => {
  if (entropyUsed + nonceLength > entropy.length) {
    randomFillSync(entropy)
    entropyUsed = 0
  }
  const nonce = Buffer.from(entropy.subarray(entropyUsed, entropyUsed + nonceLength))
  entropyUsed += nonceLength
  return nonce
}

/**
 * Encrypts content. The result is nonce, tag and ciphertext, bound to a name so that the value cannot be moved to
 * another place.
 */
export const encrypt = (key: KeyObject, name: string, content: Uint8Array | string): Buffer => {
  const nonce = nextNonce()
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name))
  const encrypted = typeof content === "string" ? cipher.update(content, "utf8") : cipher.update(content)
  const rest = cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted, rest])
}

/** Decrypts what `encrypt` made with the same key and name. */
export const decrypt = (
  key: KeyObject,
  name: string,
  encrypted: Uint8Array
): Effect.Effect<Buffer, DecryptionFailed> =>
  Effect.try({
    try: () => {
      const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceLength))
        .setAAD(Buffer.from(name))
        .setAuthTag(encrypted.subarray(nonceLength, nonceLength + tagLength))
      return Buffer.concat([decipher.update(encrypted.subarray(nonceLength + tagLength)), decipher.final()])
    },
    catch: () => new DecryptionFailed()
  })

const dataKeyName = (tenantId: string) => `tenant ${tenantId}`

/**
 * Uses of the keys that are derived from MASTER_KEY. There is one key for each purpose, so that none can stand in for
 * another.
 */
export class MasterKey extends Context.Service<
  MasterKey,
  {
    /** Where the master key comes from (a variable or a file), to tell the operator what to correct. */
    readonly origin: string
    /** A new data key for a tenant, wrapped for storage. */
    readonly wrapNewDataKey: (tenantId: string) => Uint8Array
    readonly unwrapDataKey: (
      tenantId: string,
      wrapped: Uint8Array
    ) => Effect.Effect<KeyObject, DecryptionFailed>
    /** A hash of a request that reveals nothing of its text to anyone without the key. */
    readonly fingerprint: (request: string) => Uint8Array
    /** The signature, in base64url. */
    readonly signCursor: (text: string) => string
    /** The link of an audit log's chain, which binds an entry to the link before it. */
    readonly chainAudit: (previous: Uint8Array, entry: string) => Uint8Array
  }
>()("prescreen/adapters/postgres/encryption/MasterKey") {}

export const MasterKeyLayer = (master: Redacted.Redacted<Uint8Array>, origin: string) =>
  Layer.sync(MasterKey, () => {
    const derive = (purpose: string) =>
      createSecretKey(Buffer.from(hkdfSync("sha256", Redacted.value(master), "", `prescreen ${purpose}`, 32)))
    const wrapping = derive("tenant data keys")
    const fingerprinting = derive("idempotency fingerprints")
    const signing = derive("cursors")
    const chaining = derive("audit log")
    return {
      origin,
      wrapNewDataKey: (tenantId) =>
        encrypt(wrapping, dataKeyName(tenantId), randomFillSync(new Uint8Array(32))),
      unwrapDataKey: (tenantId, wrapped) =>
        Effect.map(decrypt(wrapping, dataKeyName(tenantId), wrapped), createSecretKey),
      fingerprint: (request) => createHmac("sha256", fingerprinting).update(request).digest(),
      // Half of the hash: 128 bits cannot be guessed, and cursors should be short.
      signCursor: (text) =>
        createHmac("sha256", signing).update(text).digest().subarray(0, 16).toString("base64url"),
      chainAudit: (previous, entry) => createHmac("sha256", chaining).update(previous).update(entry).digest()
    }
  })
