import ipaddr from "ipaddr.js"
import { isIP } from "node:net"

/** The one block that public IPv6 addresses are given out of (RFC 4291, 2.4; IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an address is one of the public internet. Loopback, private, link-local, carrier-grade, multicast,
 * unspecified, documentation and benchmarking ranges are not, nor are forms of IPv6 that carry an IPv4 address,
 * which could be any of these.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}
