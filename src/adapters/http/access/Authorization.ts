import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import type { Actor } from "../../../domain/shared/Actor.ts"
import type { ApiKeyIdentity } from "../../../domain/tenancy/ApiKeys.ts"
import type { Tenant } from "../../../domain/tenancy/Tenant.ts"
import { Problem } from "../problems/problems.ts"

/** The key and the tenant of whoever sends a request. */
export interface Caller {
  readonly identity: ApiKeyIdentity
  readonly tenant: Tenant
}

/** The caller of the request, by its API key. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()(
  "prescreen/adapters/http/access/CurrentCaller"
) {}

/** The caller, as the audit log names it. */
export const actorOf = ({ keyId }: ApiKeyIdentity): Actor => ({ type: "api_key", id: keyId })

/**
 * Lets a request with a valid key through, as often as the key's rate limit allows. Its endpoints may answer with its
 * problems too, above all with `screening_unavailable` when the database cannot be asked.
 */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentCaller }>()(
  "prescreen/adapters/http/access/Authorization",
  {
    security: {
      bearer: HttpApiSecurity.bearer.pipe(
        HttpApiSecurity.annotateMerge(
          OpenApi.annotations({ description: "An API key, `svc_test_…` or `svc_live_…`." })
        )
      )
    },
    error: [Problem("unauthorized"), Problem("rate_limited"), Problem("screening_unavailable")]
  }
) {}
