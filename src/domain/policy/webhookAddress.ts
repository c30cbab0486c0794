import { Context } from "effect"

/** What is known of a host, by its name as `URL` writes it. */
export interface HostFacts {
  /** An IPv4 or IPv6 address. */
  readonly isAddress: boolean
  /** A name below a suffix of the public list, where anyone can look it up; not such a suffix itself. */
  readonly isPublic: boolean
  /** Reserved for special use: this machine, the local network, tests, documents. */
  readonly isReserved: boolean
  /** Equal for names that look the same to a person. */
  readonly appearance: string
}

/** What a webhook's address is judged by. */
export interface AddressRules {
  readonly describeHost: (hostname: string) => HostFacts
  /** Where the service and its dashboard are reached. No webhook may call them, on whichever port. */
  readonly serviceUrls: ReadonlyArray<string>
  /** As `host:port`. What the operator lists here may be called, also by http and on a private network. */
  readonly allowedHosts: ReadonlyArray<string>
}

/** The rules that this service goes by. */
export class WebhookAddressRules extends Context.Service<WebhookAddressRules, AddressRules>()(
  "prescreen/domain/policy/WebhookAddressRules"
) {}

/** Below these, anyone gets a name, or no one outside a private network does. */
const refusedSuffixes = ["localhost", "local", "internal", "home.arpa", "workers.dev"]

/** URL parsers disagree on these, so what was checked might not be what is called. */
const ambiguous = /[\s\p{Cc}\\]/u

const longestUrl = 2_048

const example = "https://hooks.example.com/prescreen"

/**
 * What keeps a webhook from being sent to this address, judged by its text alone; empty when nothing does. Where the
 * name resolves to is checked at each delivery.
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

const portOf = ({ port, protocol }: URL): string => port || (protocol === "http:" ? "80" : "443")

const hostAndPort = (url: URL): string => `${withoutRootDot(url.hostname)}:${portOf(url)}`

/** Whether the operator lists the host, in whatever notation of its name or address. */
export const isAllowed = (parsed: URL, { allowedHosts }: Pick<AddressRules, "allowedHosts">): boolean =>
  ["http:", "https:"].includes(parsed.protocol) &&
  allowedHosts.some((host) => {
    const allowed = URL.parse(`${parsed.protocol}//${host}`)
    return allowed !== null && hostAndPort(allowed) === hostAndPort(parsed)
  })

/** `hostname` as `URL` writes it: lower case, punycode, any notation of an IPv4 address as four decimals. */
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
