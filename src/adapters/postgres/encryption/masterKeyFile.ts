import { Effect, Option, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { chmod, link, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { hasCode } from "../hasCode.ts"
import { syncDirectory } from "../syncDirectory.ts"
import { masterKeyLength, parseMasterKey } from "./parseMasterKey.ts"

export class MasterKeyUnreadable extends Schema.TaggedError<MasterKeyUnreadable>()("MasterKeyUnreadable", {
  path: Schema.String
}) {
  override get message() {
    return `the master key in ${this.path} cannot be read or made; it must be a file of 32 bytes in base64`
  }
}

/** Stored values were encrypted with a key that is no longer here, for example after a restore without it. */
export class MasterKeyMissing extends Schema.TaggedError<MasterKeyMissing>()("MasterKeyMissing", {
  path: Schema.String
}) {
  override get message() {
    return `there is no master key in ${this.path}: put back the one that sealed what is stored`
  }
}

/** Created under another name and then linked, so that the key is there whole or not at all. */
const create = async (path: string) => {
  const draft = `${path}.${process.pid}`
  // Flushed, like the directory below: after a power failure, the database must not be there without its key.
  await writeFile(draft, `${randomBytes(masterKeyLength).toString("base64")}\n`, { mode: 0o600, flush: true })
  await chmod(draft, 0o600)
  try {
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
  } finally {
    await rm(draft, { force: true })
  }
  await syncDirectory(dirname(path))
}

const readOrCreate = async (path: string, mayBeNew: boolean) => {
  const read = () => readFile(path, "utf8")
  const text = await read().catch(async (error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error
    if (!mayBeNew) throw new MasterKeyMissing({ path })
    await create(path)
    return read()
  })
  return Option.getOrThrow(parseMasterKey(text))
}

export const masterKeyPath = (dataDirectory: string) => join(dataDirectory, "master.key")

/**
 * The key of an installation that was given none. It is created on the first start and kept beside the data, in a
 * directory that exists already. If anything is encrypted already, no key is created: another key decrypts nothing, and
 * a backup would keep it in place of the right one.
 */
export const masterKeyFile = (dataDirectory: string, { mayBeNew }: { readonly mayBeNew: boolean }) => {
  const path = masterKeyPath(dataDirectory)
  return Effect.tryPromise({
    try: () => readOrCreate(path, mayBeNew),
    catch: (error) => (error instanceof MasterKeyMissing ? error : new MasterKeyUnreadable({ path }))
  })
}
