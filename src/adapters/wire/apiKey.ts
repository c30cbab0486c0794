import { DateTime, Redacted, Schema } from "effect"
import { ApiKeyId } from "../../domain/shared/ids.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import type { ApiKey, CreatedApiKey } from "../../domain/tenancy/ApiKeys.ts"
import { WireMoment, wireMoment } from "./moments.ts"

export const WireApiKey = Schema.Struct({
  id: ApiKeyId.annotate({ description: "The key's id, by which it is revoked." }),
  prefix: Schema.String.annotate({ description: "The first 16 characters of the key." }),
  mode: Mode.annotate({ description: "Whether it is a live or a test key." }),
  label: Schema.NullOr(Schema.String).annotate({
    description: "What the key is for."
  }),
  created_at: WireMoment,
  last_used_at: Schema.NullOr(WireMoment).annotate({
    description: "When the key was last used, to within a few minutes; null if never."
  }),
  revoked_at: Schema.NullOr(WireMoment).annotate({
    description: "When the key was revoked; null while it works."
  })
}).annotate({ identifier: "ApiKey" })
export type WireApiKey = typeof WireApiKey.Type

export const WireCreatedApiKey = Schema.Struct({
  ...WireApiKey.fields,
  key: Schema.String.annotate({ description: "The key itself, shown only this once." })
}).annotate({
  identifier: "CreatedApiKey"
})
type WireCreatedApiKey = typeof WireCreatedApiKey.Type

export const toWireApiKey = (key: ApiKey): WireApiKey => ({
  id: key.id,
  prefix: key.prefix,
  mode: key.mode,
  label: key.label,
  created_at: DateTime.formatIso(key.createdAt),
  last_used_at: wireMoment(key.lastUsedAt),
  revoked_at: wireMoment(key.revokedAt)
})

export const toWireCreatedApiKey = (created: CreatedApiKey): WireCreatedApiKey => ({
  ...toWireApiKey(created),
  key: Redacted.value(created.key)
})
