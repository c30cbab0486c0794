import { Effect, Layer } from "effect"
import { acrossTenants } from "../acrossTenants.ts"
import { resilient } from "../resilience.ts"
import { MasterKeyLayer } from "./encryption.ts"
import { masterKeyFile, masterKeyPath } from "./masterKeyFile.ts"

/** The master key that lies beside the embedded database, which has its tables already. */
export const MasterKeyFileLayer = (dataDirectory: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const sealed = yield* resilient((yield* acrossTenants).someDataKey)
      const key = yield* masterKeyFile(dataDirectory, { mayBeNew: sealed === undefined })
      return MasterKeyLayer(key, `the key in ${masterKeyPath(dataDirectory)}`)
    })
  )
