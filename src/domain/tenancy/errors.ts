import { Schema } from "effect"
import { TenantId } from "../shared/ids.ts"

export class TenantNotFound extends Schema.TaggedError<TenantNotFound>()("TenantNotFound", {
  tenantId: TenantId
}) {}
