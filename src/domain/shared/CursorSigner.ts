import { Context } from "effect"

/** Signs the cursors that callers get back, so that nobody can forge or alter one. */
export class CursorSigner extends Context.Service<
  CursorSigner,
  {
    /** A keyed hash in base64url, the same in every process of a deployment. */
    readonly sign: (text: string) => string
  }
>()("prescreen/domain/shared/CursorSigner") {}
