import { assert, describe, it } from "@effect/vitest"
import { clientNetwork } from "../../../../src/adapters/http/access/clientNetwork.ts"

describe("the client that an address belongs to", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.8", "192.0.2.8"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["/run/socket", "unknown"],
    [undefined, "unknown"]
  ])("%j is %s", (address, network) => {
    assert.strictEqual(clientNetwork(address), network)
  })
})
