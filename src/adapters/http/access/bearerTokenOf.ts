const bearer = /^bearer +(\S+)$/i

/**
 * The token in an `Authorization` header: the scheme is known in any case, and one space or more follow it (RFC 9110).
 */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
