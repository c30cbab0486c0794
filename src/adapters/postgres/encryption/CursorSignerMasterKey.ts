import { Effect, Layer } from "effect"
import { CursorSigner } from "../../../domain/shared/CursorSigner.ts"
import { MasterKey } from "./encryption.ts"

/** Signs with a key derived from MASTER_KEY, which all processes on one database share. */
export const CursorSignerMasterKey = Layer.effect(
  CursorSigner,
  Effect.map(MasterKey, ({ signCursor }) => ({ sign: signCursor }))
)
