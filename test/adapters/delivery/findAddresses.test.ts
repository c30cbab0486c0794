import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findAddresses } from "../../../src/adapters/delivery/findAddresses.ts"
import { HostResolver } from "../../../src/adapters/delivery/HostResolver.ts"

const receiver = new URL("https://hooks.example.com/")

/** What may be called where the name has these addresses. */
const found = (addresses: ReadonlyArray<string>, allowedHosts: ReadonlyArray<string> = []) =>
  findAddresses(receiver, { allowedHosts }).pipe(
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

  it.effect("are refused where none is public, and not found where there are none", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(found(["10.0.0.1", "fd00::1"])), "address_refused")
      assert.strictEqual(yield* Effect.flip(found([])), "name_not_resolved")
    })
  )
})
