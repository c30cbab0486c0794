import { Effect, Layer } from "effect"
import { acrossTenants } from "../acrossTenants.ts"
import { resilient } from "../resilience.ts"
import { MasterKeyLayer } from "./encryption.ts"
import { masterKeyFile, masterKeyPath } from "./masterKeyFile.ts"

/**
 * The master key in the file beside the embedded database. The database must have its tables already, because they tell
 * whether the key may be a new one.
 */
export const MasterKeyFileLayer = (dataDirectory: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const wrapped = yield* resilient((yield* acrossTenants).someDataKey)
      const key = yield* masterKeyFile(dataDirectory, { mayBeNew: wrapped === undefined })
      return MasterKeyLayer(key, `the key in ${masterKeyPath(dataDirectory)}`)
    })
  )
