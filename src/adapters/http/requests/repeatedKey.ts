import type { RequestObserver } from "../server/requestInterceptors.ts"

/**
 * Keeps two `Idempotency-Key` headers from being taken for a third key. Node joins them with a comma, and a retry that
 * sends only one of them would be decided anew. Joined with a line break they are no key, and the request is refused
 * like any other with a key that does not fit its schema.
 */
export const separateRepeatedKeys: RequestObserver = ({ headers, headersDistinct }) => {
  const key = headers["idempotency-key"]
  if (typeof key !== "string" || !key.includes(",")) return
  const keys = headersDistinct["idempotency-key"] ?? []
  if (keys.length > 1) headers["idempotency-key"] = keys.join("\n")
}
