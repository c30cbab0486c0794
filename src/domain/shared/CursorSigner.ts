import { Context } from "effect"

/** Signs what a caller gets back as a cursor, so that none can be made up or changed. */
export class CursorSigner extends Context.Service<
  CursorSigner,
  {
    /** A keyed hash in base64url. Every process of a deployment makes the same one. */
    readonly sign: (text: string) => string
  }
>()("prescreen/domain/shared/CursorSigner") {}
