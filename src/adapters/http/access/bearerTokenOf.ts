const bearer = /^bearer +(\S+)$/i

/**
 * The token in an `Authorization` header; undefined if there is none. The scheme is case-insensitive, and one or more
 * spaces follow it (RFC 9110).
 */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
