import type { Problem } from "./api.ts"
import { PrescreenError } from "./PrescreenError.ts"
import { isWorthRetrying, pauseBefore, wait } from "./retry.ts"

export interface PrescreenOptions {
  /** The service's address, such as `https://prescreen.example.com`. */
  readonly baseUrl: string
  /** `svc_test_…` or `svc_live_…`. */
  readonly apiKey: string
  /** How many times a call may be retried after its first attempt: a whole number, 4 by default, 0 for never. */
  readonly maxRetries?: number
  /** Milliseconds for one attempt, from 1 to 2,147,483,647; 30,000 by default. */
  readonly timeoutMs?: number
  /** Used in place of the runtime's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  /** Ends the call, including a wait before a retry. */
  readonly signal?: AbortSignal
  /** In place of the client's own. */
  readonly maxRetries?: number
  /** In place of the client's own. */
  readonly timeoutMs?: number
}

export interface ScreeningOptions extends CallOptions {
  /** By default each call gets a new one. All retries of a call send the same one. */
  readonly idempotencyKey?: string
  /** The prompt is screened, logged and counted, but no review item is opened and no webhook is called. */
  readonly dryRun?: boolean
}

/** One operation of the API. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly query?: object
  readonly body?: object | undefined
  /** Whether it takes an Idempotency-Key. */
  readonly idempotencyKey?: true
}

export type Call = <A>(operation: Operation, options?: ScreeningOptions) => Promise<A>

/** The result of one attempt: an answer, or a failure that may be worth a retry. */
type Outcome =
  | { readonly answer: unknown }
  | { readonly failure: PrescreenError; readonly headers: Headers | undefined }

const urlOf = (baseUrl: string, { path, query = {} }: Operation): string => {
  const base = /^https?:\/\//.test(baseUrl) && URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (base === null || base.username + base.password !== "" || /[?#\s]/.test(baseUrl)) {
    throw new TypeError(
      "baseUrl has to be a URL such as https://prescreen.example.com, without credentials, query and fragment"
    )
  }
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl.replace(/\/+$/, "")}${path}${search === "" ? "" : `?${search}`}`
}

const headersOf = ({ apiKey }: PrescreenOptions, operation: Operation, options: ScreeningOptions) => {
  const headers: Record<string, string> = { accept: "application/json", authorization: `Bearer ${apiKey}` }
  if (operation.body !== undefined) headers["content-type"] = "application/json"
  if (operation.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID()
  if (options.dryRun === true) headers["x-service-dry-run"] = "true"
  return headers
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  typeof value.code === "string" &&
  "title" in value &&
  "issues" in value &&
  Array.isArray(value.issues)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The method and URL, for messages: with a hint at a common mistake, and without credentials and query, which may be
 * private.
 */
const nameOf = ({ method = "GET" }: RequestInit, url: string): string => {
  const { origin, pathname } = new URL(url)
  const hint = pathname.includes("/v1/v1/") ? " (leave /v1 out of baseUrl)" : ""
  return `${method} ${origin}${pathname}${hint}`
}

const failureOf = (response: Response, body: unknown, name: string): PrescreenError => {
  const { status } = response
  const requestId = response.headers.get("x-request-id") ?? undefined
  if (!isProblem(body)) {
    const message = `${name} was answered with status ${status} and no document of this service`
    return new PrescreenError("unexpected_answer", message, { status, requestId })
  }
  const message = [body.detail ?? body.title, ...body.issues].join("; ")
  return new PrescreenError(body.code, message, { status, requestId, problem: body })
}

const readAnswer = async (response: Response, name: string): Promise<Outcome> => {
  const body = parsed(await response.text())
  const { headers } = response
  return response.ok && typeof body === "object" && body !== null && !Array.isArray(body)
    ? { answer: body }
    : { failure: failureOf(response, body, name), headers }
}

const attempt = async (
  send: typeof globalThis.fetch,
  url: string,
  request: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined
): Promise<Outcome> => {
  const timeout = AbortSignal.timeout(Math.round(timeoutMs))
  const name = nameOf(request, url)
  try {
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    return await readAnswer(await send(url, { ...request, signal: either }), name)
  } catch (cause) {
    signal?.throwIfAborted()
    const failure = timeout.aborted
      ? new PrescreenError("timeout", `${name} had no answer within ${timeoutMs} ms`, { cause })
      : new PrescreenError("no_response", `${name} could not be reached or did not answer`, { cause })
    return { failure, headers: undefined }
  }
}

interface Tries {
  readonly most: number
  /** Whether repeating the request does no harm. */
  readonly repeatable: boolean
  readonly signal: AbortSignal | undefined
}

const tryAgain = async (
  make: () => Promise<Outcome>,
  { most, repeatable, signal }: Tries
): Promise<unknown> => {
  for (let retry = 1; ; retry += 1) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one try after the other is the point
    const outcome = await make()
    if ("answer" in outcome) return outcome.answer
    const pause = pauseBefore(retry, outcome.headers)
    const isOver = retry > most || pause === undefined
    if (isOver || !isWorthRetrying(outcome.failure.status, repeatable)) throw outcome.failure
    // oxlint-disable-next-line eslint/no-await-in-loop
    await wait(pause, signal)
  }
}

/**
 * The headers, or an error that names the one that cannot be sent. The runtime's own error would quote its value, which
 * may be the API key.
 */
const sendable = (headers: Readonly<Record<string, string>>): Headers => {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    try {
      sent.set(name, value)
    } catch {
      throw new TypeError(`The ${name} header holds a character that no header may hold`)
    }
  }
  return sent
}

const requestOf = (
  client: PrescreenOptions,
  operation: Operation,
  options: ScreeningOptions
): RequestInit => ({
  method: operation.method,
  headers: sendable(headersOf(client, operation, options)),
  // The API key is meant for this address only, so redirects are not followed.
  redirect: "manual",
  ...(operation.body === undefined ? {} : { body: JSON.stringify(operation.body) })
})

/** The longest that a timer of Node and of browsers can run, in milliseconds. */
const longestTimeout = 2 ** 31 - 1

const assertRetriesAndTimeout = (maxRetries: number, timeoutMs: number): void => {
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError("maxRetries has to be a whole number from 0")
  }
  if (!(timeoutMs >= 1 && timeoutMs <= longestTimeout)) {
    throw new TypeError(`timeoutMs has to be a number of milliseconds from 1 to ${longestTimeout}`)
  }
}

/** Calls the service and retries where that is worthwhile. Of the 4xx answers, only 429 is retried. */
export const makeCall =
  (client: PrescreenOptions): Call =>
  async <A>(operation: Operation, options: ScreeningOptions = {}) => {
    const { signal, maxRetries = client.maxRetries ?? 4, timeoutMs = client.timeoutMs ?? 30_000 } = options
    assertRetriesAndTimeout(maxRetries, timeoutMs)
    const send = client.fetch ?? globalThis.fetch
    const url = urlOf(client.baseUrl, operation)
    const request = requestOf(client, operation, options)
    const answer = await tryAgain(() => attempt(send, url, request, timeoutMs, signal), {
      most: maxRetries,
      repeatable: operation.method !== "POST" || operation.idempotencyKey === true,
      signal
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service's tests hold its answers to its types
    return answer as A
  }
