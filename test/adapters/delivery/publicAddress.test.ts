import { assert, describe, it } from "@effect/vitest"
import { isPublicAddress } from "../../../src/adapters/delivery/publicAddress.ts"

const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1"],
  "link-local": ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fec0::1"],
  "carrier-grade": ["100.64.0.1", "100.127.255.255"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  broadcast: ["255.255.255.255"],
  reserved: ["192.0.0.1", "192.88.99.1", "240.0.0.1", "100::1", "4000::1", "5f00::1"],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  benchmarking: ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  "IPv4 in IPv6, whichever it is": [
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::808:808",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "2001::1",
    "2a00:1450::5efe:127.0.0.1",
    "2a00:1450::200:5efe:8.8.8.8"
  ],
  "a cloud's host": ["168.63.129.16"],
  "not an address": ["", "localhost", "1.2.3", "8.8.8.8.8", "256.1.1.1"]
}

describe("isPublicAddress", () => {
  it.each(Object.entries(refused))("refuses what is %s", (_, addresses) => {
    for (const address of addresses) assert.isFalse(isPublicAddress(address), address)
  })

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "172.15.255.255",
    "172.32.0.1",
    "100.128.0.1",
    "168.63.129.15",
    "168.63.129.17",
    "2606:4700::1111",
    "2a00::1"
  ])("takes %s, which anyone can reach", (address) => {
    assert.isTrue(isPublicAddress(address))
  })
})
