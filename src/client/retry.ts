// @effect-diagnostics globalDate:off globalRandom:off globalTimers:off -- the client has no Effect
/** The longest wait that is worth it, in milliseconds: the window of the rate limit. */
const longestWait = 60_000

const firstPause = 250
const longestPause = 8_000

/** Retry-After in milliseconds, also where a proxy sends it as a date; undefined when there is none. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get("retry-after") ?? ""
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

/**
 * Whether an answer with this status is worth another try. What may have happened already is only repeated when that
 * does no harm, also after a 503, which says the same of a service too busy to begin and of one whose database was lost
 * in the middle. A 502 or 504 is a proxy's word for no answer.
 */
export const isWorthRetrying = (status: number | undefined, repeatable: boolean): boolean =>
  status === 429 || (repeatable && (status === undefined || status >= 500))

/**
 * Milliseconds to wait before the next try: what the service asks for and up to a tenth more, or a pause that doubles,
 * of which between a half and all is taken, so that many callers do not come back at the same moment. Undefined when
 * the service asks for more than a minute.
 */
export const pauseBefore = (retry: number, headers: Headers | undefined): number | undefined => {
  const retryAfter = headers && retryAfterOf(headers)
  if (retryAfter !== undefined) {
    return retryAfter > longestWait ? undefined : retryAfter * (1 + Math.random() / 10)
  }
  return Math.min(longestPause, firstPause * 2 ** (retry - 1)) * (0.5 + Math.random() / 2)
}

/** Ends early, with the signal's reason, when the signal does. */
export const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener("abort", stop, { once: true })
    if (signal?.aborted === true) stop()
  })
