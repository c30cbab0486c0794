import ipaddr from "ipaddr.js"
import { isIP } from "node:net"

/** The only block from which public IPv6 addresses are assigned (RFC 4291, 2.4; IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an address belongs to the public internet. Loopback, private, link-local, carrier-grade NAT, multicast,
 * unspecified, documentation and benchmarking ranges do not. Nor do IPv6 addresses that contain an IPv4 address, which
 * could be any of these.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}
