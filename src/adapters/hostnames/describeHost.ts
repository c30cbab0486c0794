import ipaddr from "ipaddr.js"
import { domainToUnicode } from "node:url"
import { parse } from "tldts"
import type { HostFacts } from "../../domain/policy/webhookAddress.ts"
import { lookAlike } from "../../domain/screening/normalisation/lookAlikes.ts"

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1")

/**
 * Reserved for documents and tests (RFC 2606): nobody's private network has them. A policy written with one is taken,
 * and the delivery tells that the name leads nowhere.
 */
const documentation = {
  domains: new Set(["example.com", "example.net", "example.org"]),
  suffixes: new Set(["example", "test", "invalid"])
}

const isForDocuments = (domain: string | null, suffix: string | null): boolean =>
  domain !== null && (documentation.domains.has(domain) || documentation.suffixes.has(suffix ?? ""))

/** The ASCII letter that a letter looks like, or itself. */
const appear = (letter: string): string => {
  const look = lookAlike(letter.charCodeAt(0)) & 0x7f
  return look === 0 ? letter : String.fromCharCode(look)
}

/** Without marks, its letters as the Latin ones that they look like. */
const appearanceOf = (hostname: string): string =>
  domainToUnicode(hostname)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z\d.-]/g, appear)

/** Of a host name as `URL` writes it, without a dot at its end. The public suffix list comes with the library. */
export const describeHost = (hostname: string): HostFacts => {
  const {
    domain,
    hostname: read,
    isIcann,
    isPrivate,
    isSpecialUse,
    publicSuffix
  } = parse(hostname, {
    allowPrivateDomains: true,
    detectSpecialUse: true
  })
  const isDocumentation = isForDocuments(domain, publicSuffix)
  return {
    isAddress: ipaddr.isValid(withoutBrackets(hostname)),
    isPublic:
      read === hostname &&
      !hostname.startsWith(".") &&
      domain !== null &&
      (isIcann === true || isPrivate === true || isDocumentation),
    isReserved: publicSuffix?.endsWith("arpa") === true || (isSpecialUse === true && !isDocumentation),
    appearance: appearanceOf(hostname)
  }
}
