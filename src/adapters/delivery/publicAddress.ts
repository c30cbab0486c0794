import ipaddr from "ipaddr.js"
import { isIP } from "node:net"

/** The only block from which public IPv6 addresses are assigned (RFC 4291, 2.4; IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Written as a public address, but on every machine of Azure it leads to the host: to DHCP, DNS and the configuration of
 * the machine (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const azureHost = "168.63.129.16"

/** An IPv4 address behind `0:5efe` or `200:5efe`, in a network of any kind (RFC 5214, 6.1). */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5e_fe && (parts[4] === 0 || parts[4] === 0x2_00)

/**
 * Whether an address belongs to the public internet. Loopback, private, link-local, carrier-grade NAT, multicast,
 * unspecified, documentation and benchmarking ranges do not, nor does the host of a machine of Azure. Nor do IPv6
 * addresses that contain an IPv4 address, which could be any of these.
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address === azureHost) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(globalUnicast) && !isIsatap(parsed))
}
