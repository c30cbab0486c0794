import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findAddresses } from "../../../src/adapters/delivery/findAddresses.ts"
import { HostResolver } from "../../../src/adapters/delivery/HostResolver.ts"

/** What may be called where the name has these addresses. */
const found = (
  addresses: ReadonlyArray<string>,
  allowedHosts: ReadonlyArray<string> = [],
  url = "https://hooks.example.com/"
) =>
  findAddresses(new URL(url), { allowedHosts }).pipe(
    Effect.provideService(HostResolver, {
      public: () => Effect.succeed(addresses),
      local: () => Effect.succeed(addresses)
    })
  )

const mixed = ["10.0.0.1", "1.1.1.1", "fd00::1", "2606:4700::1111"]

describe("the addresses of a receiver", () => {
  it.effect("are its public ones alone, where it has private ones beside them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found(mixed), ["1.1.1.1", "2606:4700::1111"])
    })
  )

  it.effect("are all that it has where its host is allowed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found(mixed, ["hooks.example.com:443"]), mixed)
    })
  )

  it.effect("are refused over http, unless its host is allowed", () =>
    Effect.gen(function* () {
      const [address, url] = [["1.1.1.1"], "http://hooks.example.com/"]
      assert.strictEqual(yield* Effect.flip(found(address, [], url)), "address_refused")
      assert.deepStrictEqual(yield* found(address, ["hooks.example.com:80"], url), address)
    })
  )

  it.effect("are the one that it is named by", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found([], [], "https://[2606:4700::1111]/"), ["2606:4700::1111"])
      assert.deepStrictEqual(yield* found([], ["[::1]:443"], "https://[::1]/"), ["::1"])
      assert.strictEqual(yield* Effect.flip(found([], [], "https://[::1]/")), "address_refused")
    })
  )

  it.effect("are looked up as this machine does where its host is allowed, and else in the DNS alone", () =>
    Effect.gen(function* () {
      const lookedUp = (allowedHosts: ReadonlyArray<string>) =>
        findAddresses(new URL("https://hooks.example.com/"), { allowedHosts }).pipe(
          Effect.provideService(HostResolver, {
            public: () => Effect.succeed(["1.1.1.1"]),
            local: () => Effect.succeed(["10.0.0.1"])
          })
        )
      assert.deepStrictEqual(yield* lookedUp([]), ["1.1.1.1"])
      assert.deepStrictEqual(yield* lookedUp(["hooks.example.com:443"]), ["10.0.0.1"])
    })
  )

  it.effect("are refused where none is public, and not found where there are none", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(found(["10.0.0.1", "fd00::1"])), "address_refused")
      assert.strictEqual(yield* Effect.flip(found([])), "name_not_resolved")
    })
  )
})
