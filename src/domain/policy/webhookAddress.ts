/** Never public: this machine, the link, a private network, and `workers.dev`, where anyone gets a name. */
const refusedSuffixes = ["localhost", "local", "internal", "home.arpa", "workers.dev"]

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const topLevelLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
const ipv4 = /^\d+\.\d+\.\d+\.\d+$/

/** URL parsers disagree on these, so what was checked might not be what is called. */
const ambiguous = /[\s\p{Cc}\\]/u

/**
 * What keeps a webhook from being sent to this address, judged by its text alone; empty when nothing does.
 * Where the name resolves to is checked at each delivery. `serviceHosts` are host names, a port is ignored.
 */
export const webhookAddressProblems = (
  url: string,
  serviceHosts: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const parsed = URL.parse(url)
  if (parsed === null || ambiguous.test(url)) {
    return ["is not a valid URL; use one such as https://hooks.example.com/prescreen"]
  }
  const scheme = /^https:\/\//i.test(url) ? null : "must start with https://"
  const host = hostProblem(withoutRootDot(parsed.hostname), serviceHosts)
  return [scheme, host].filter((problem) => problem !== null)
}

/** `hostname` as `URL` writes it: lower case, punycode, any notation of an IPv4 address as four decimals. */
const hostProblem = (hostname: string, serviceHosts: ReadonlyArray<string>): string | null => {
  if (hostname.startsWith("[") || ipv4.test(hostname)) {
    return "must not be an IP address; use a public domain name"
  }
  const suffix = refusedSuffixes.find((suffix) => `.${hostname}`.endsWith(`.${suffix}`))
  if (suffix !== undefined) return `must not be a ${suffix} name; use a public domain name`
  if (!isDomainName(hostname)) return "must be on a public domain name such as hooks.example.com"
  return serviceHosts.some((host) => hostnameOf(host) === hostname)
    ? "must not be an address of this service"
    : null
}

const isDomainName = (hostname: string): boolean => {
  const labels = hostname.split(".")
  return (
    hostname.length <= 253 &&
    labels.length >= 2 &&
    labels.every((text) => label.test(text)) &&
    topLevelLabel.test(labels.at(-1) ?? "")
  )
}

const hostnameOf = (host: string): string => withoutRootDot(URL.parse(`https://${host}`)?.hostname ?? "")

const withoutRootDot = (hostname: string): string => hostname.replace(/\.$/, "")
