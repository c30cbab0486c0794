import ipaddr from "ipaddr.js"

/** Groups of 16 bits. A provider gives each customer at least a network of 64 bits (RFC 6177). */
const groupsOfNetwork = 4

/**
 * Whose an address is: an IPv4 address is taken for one client, and so is a whole network of IPv6 addresses, because
 * everybody has one.
 */
export const clientNetwork = (address: string | undefined): string => {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown"
  // An IPv4 address in the form of IPv6 is read as what it is.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, groupsOfNetwork).map((group) => group.toString(16))
  return `${groups.join(":")}::/64`
}
