import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import type { Service } from "../support/serviceProcess.ts"
import { assertDescribed } from "./described.ts"
import { jsonHeaders } from "./fixture.ts"

/**
 * Sends a request with a key and, where there is one, a body as its JSON. The answer must be one that the description
 * promises.
 */
export const call = async (
  { url }: Service,
  key: string,
  method: string,
  path: string,
  body?: unknown
): Promise<Reply> => {
  const reply = await send(url, path, {
    method,
    headers: jsonHeaders(key),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  assertDescribed(method, path, reply)
  return reply
}
