import ipaddr from "ipaddr.js"
import { domainToUnicode } from "node:url"
import { parse } from "tldts"
import { withoutBrackets } from "../../domain/policy/webhookAddress.ts"
import type { HostFacts } from "../../domain/policy/webhookAddress.ts"
import { lookAlike } from "../../domain/screening/normalisation/lookAlikes.ts"

/**
 * Reserved for documents and tests (RFC 2606), so no private network uses them. A policy may name one, and its delivery
 * then reports that the name cannot be resolved.
 */
const documentation = {
  domains: new Set(["example.com", "example.net", "example.org"]),
  suffixes: new Set(["example", "test", "invalid"])
}

const isForDocuments = (domain: string | null, suffix: string | null): boolean =>
  domain !== null && (documentation.domains.has(domain) || documentation.suffixes.has(suffix ?? ""))

/** The ASCII letter that a letter looks like, or else the letter itself. */
const appear = (letter: string): string => {
  const look = lookAlike(letter.charCodeAt(0)) & 0x7f
  return look === 0 ? letter : String.fromCharCode(look)
}

/** The host name without marks, each letter replaced by the Latin letter that it looks like. */
const appearanceOf = (hostname: string): string =>
  domainToUnicode(hostname)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z\d.-]/g, appear)

/**
 * Describes a host name, written as `URL` writes it and without a trailing dot. The public suffix list comes with the
 * library.
 */
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
