import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import type { Service } from "../support/serviceProcess.ts"
import { jsonHeaders } from "./fixture.ts"

/** Sends a request with a key and, where there is one, a body as its JSON. */
export const call = (
  { url }: Service,
  key: string,
  method: string,
  path: string,
  body?: unknown
): Promise<Reply> =>
  send(url, path, {
    method,
    headers: jsonHeaders(key),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
