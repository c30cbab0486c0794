import { Effect } from "effect"
import { isIP } from "node:net"
import { isAllowed, withoutBrackets } from "../../domain/policy/webhookAddress.ts"
import type { AttemptFault } from "../../domain/webhooks/Delivery.ts"
import { HostResolver } from "./HostResolver.ts"
import { isPublicAddress } from "./publicAddress.ts"

export interface AllowedHosts {
  /** `host:port` pairs that may be called whatever they resolve to, and over http too. */
  readonly allowedHosts: ReadonlyArray<string>
}

const resolve = (hostname: string, allowed: boolean) =>
  isIP(hostname) === 0
    ? Effect.flatMap(HostResolver, ({ local, public: byDns }) => (allowed ? local : byDns)(hostname))
    : Effect.succeed([hostname])

/**
 * The addresses that may be connected to for this URL, each of them checked. The name is not looked up again after
 * this, so that the address which was checked is the one that is called. Fails with `name_not_resolved`, or with
 * `address_refused` if none may be called.
 */
export const findAddresses = Effect.fnUntraced(function* (
  url: URL,
  hosts: AllowedHosts
): Effect.fn.Return<ReadonlyArray<string>, AttemptFault, HostResolver> {
  const hostname = withoutBrackets(url.hostname)
  const allowed = isAllowed(url, hosts)
  if (!allowed && url.protocol !== "https:") return yield* Effect.fail("address_refused" as const)
  const addresses = yield* resolve(hostname, allowed)
  if (addresses.length === 0) return yield* Effect.fail("name_not_resolved" as const)
  const usable = allowed ? addresses : addresses.filter(isPublicAddress)
  return usable.length > 0 ? usable : yield* Effect.fail("address_refused" as const)
})
