import { Context } from "effect"

/** What is known about a host from its name, as `URL` writes it. */
export interface HostFacts {
  /** An IPv4 or IPv6 address. */
  readonly isAddress: boolean
  /**
   * A name below a suffix on the public suffix list, so that anyone can resolve it. A suffix itself is not public.
   */
  readonly isPublic: boolean
  /** Reserved for special use, such as this machine or the local network. */
  readonly isReserved: boolean
  /** Equal for names that look the same to a person. */
  readonly appearance: string
}

/** The rules for webhook addresses. */
export interface AddressRules {
  readonly describeHost: (hostname: string) => HostFacts
  /** The URLs of the service and its dashboard. No webhook may call their hosts, on any port. */
  readonly serviceUrls: ReadonlyArray<string>
  /** Hosts, as `host:port`, that the operator allows: these may also be called by http and on a private network. */
  readonly allowedHosts: ReadonlyArray<string>
}

/** The address rules of this service. */
export class WebhookAddressRules extends Context.Service<WebhookAddressRules, AddressRules>()(
  "prescreen/domain/policy/WebhookAddressRules"
) {}

/** Suffixes of names that exist only on one machine or a private network, or that anyone can get (`workers.dev`). */
const refusedSuffixes = ["localhost", "local", "internal", "home.arpa", "workers.dev"]

/** URL parsers disagree on these characters, so the host that was checked might not be the one that is called. */
const ambiguous = /[\s\p{Cc}\\]/u

const longestUrl = 2_048

/** An IPv6 address of a URL without its brackets; any other host name as it is. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1")

const example = "https://hooks.example.com/prescreen"

/**
 * The reasons why no webhook may be sent to this address, judged by its text alone; empty if there are none. The IP
 * address that the name resolves to is checked at each delivery.
 */
export const webhookAddressProblems = (url: string, rules: AddressRules): ReadonlyArray<string> => {
  if (url.length > longestUrl) return [`must have at most ${longestUrl} characters`]
  const parsed = URL.parse(url)
  if (parsed === null || ambiguous.test(url)) return [`is not a valid URL; use one such as ${example}`]
  return [
    ...(isAllowed(parsed, rules) ? [] : publicProblems(url, parsed, rules)),
    ...(parsed.username === "" && parsed.password === ""
      ? []
      : ["must not hold a user name or a password; every call is signed with the secret"])
  ]
}

const publicProblems = (url: string, parsed: URL, rules: AddressRules): ReadonlyArray<string> => {
  const problems = [
    /^https:\/\//i.test(url) ? null : "must start with https://",
    hostProblem(withoutRootDot(parsed.hostname), rules),
    parsed.port === "0" ? "must have a port from 1 to 65535, or none" : null
  ]
  return problems.filter((problem) => problem !== null)
}

const hostAndPort = ({ hostname, port }: URL): string => `${withoutRootDot(hostname)}:${port}`

/** Whether the operator allows the host, however its name or address is written. */
export const isAllowed = (parsed: URL, { allowedHosts }: Pick<AddressRules, "allowedHosts">): boolean =>
  ["http:", "https:"].includes(parsed.protocol) &&
  allowedHosts.some((host) => {
    // With the same protocol, because `URL` leaves out its usual port.
    const allowed = URL.parse(`${parsed.protocol}//${host}`)
    return allowed !== null && hostAndPort(allowed) === hostAndPort(parsed)
  })

/** Takes `hostname` as `URL` writes it: in lower case and punycode, and an IPv4 address as four decimals. */
const hostProblem = (hostname: string, { describeHost, serviceUrls }: AddressRules): string | null => {
  const { appearance, isAddress, isPublic, isReserved } = describeHost(hostname)
  if (isAddress) return "must not be an IP address; use a public domain name"
  const suffix = refusedSuffixes.find((suffix) => `.${hostname}`.endsWith(`.${suffix}`))
  if (suffix !== undefined) return `must not be a .${suffix} name; use a public domain name`
  if (isReserved || !isPublic) return "must be on a public domain name such as hooks.example.com"
  const own = serviceUrls.map(hostnameOf)
  if (own.includes(hostname)) return "must not be an address of this service"
  return own.some((host) => describeHost(host).appearance === appearance)
    ? "must not look like an address of this service"
    : null
}

const hostnameOf = (url: string): string => withoutRootDot(URL.parse(url)?.hostname ?? "")

const withoutRootDot = (hostname: string): string => hostname.replace(/\.$/, "")
