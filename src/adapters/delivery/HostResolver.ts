import { Context, Effect, Layer } from "effect"
import { lookup, Resolver } from "node:dns/promises"

/** Finds the addresses of a host name: an empty list if there are none, or if they cannot be found out. */
export class HostResolver extends Context.Service<
  HostResolver,
  {
    /** By DNS queries alone. */
    readonly public: (hostname: string) => Effect.Effect<ReadonlyArray<string>>
    /** As the machine resolves names, with its hosts file and search domains. */
    readonly local: (hostname: string) => Effect.Effect<ReadonlyArray<string>>
  }
>()("prescreen/adapters/delivery/HostResolver") {}

const found = (ask: () => Promise<ReadonlyArray<string>>) =>
  Effect.tryPromise(ask).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

export interface ResolverOptions {
  /** Name servers as `address:port`, to be used in place of the machine's. */
  readonly servers?: ReadonlyArray<string>
}

/**
 * Looks up the names of receivers with DNS queries of its own. The machine's own lookup holds one of a few threads
 * until it ends, and a handful of dead name servers would hold all of them.
 */
export const HostResolverNode = ({ servers }: ResolverOptions = {}) =>
  Layer.sync(HostResolver, () => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    return {
      public: (hostname) =>
        Effect.map(
          Effect.all([found(() => resolver.resolve4(hostname)), found(() => resolver.resolve6(hostname))], {
            concurrency: "unbounded"
          }),
          (addresses) => addresses.flat()
        ),
      local: (hostname) =>
        found(async () => (await lookup(hostname, { all: true })).map(({ address }) => address))
    }
  })
