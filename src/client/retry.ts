// @effect-diagnostics globalDate:off globalRandom:off globalTimers:off -- the client has no Effect
/** The longest `Retry-After` that is waited for, in milliseconds: the window of the rate limit. */
const longestWait = 60_000

/** Milliseconds. */
const firstPause = 250
const longestPause = 8_000

/** The value of `Retry-After` in milliseconds, or undefined if there is none. Proxies may send it as a date. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get("retry-after") ?? ""
  const isDate = /^[a-z]/i.test(text)
  const milliseconds = isDate
    ? Date.parse(text) - Date.now()
    : Number(/^\d{1,9}$/.exec(text)?.[0] ?? Number.NaN) * 1_000
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

/**
 * Whether a request that failed with this status is worth a retry; an undefined status means that there was no answer.
 * A request that is not repeatable is retried only after a 429, because otherwise it may have taken effect. That
 * includes a 503: a service too busy to begin and one whose database failed midway answer alike. A 502 or 504 is how a
 * proxy reports that there was no answer.
 */
export const isWorthRetrying = (status: number | undefined, repeatable: boolean): boolean =>
  status === 429 || (repeatable && (status === undefined || status >= 500))

/**
 * Milliseconds to wait before the next attempt: what `Retry-After` says plus up to a tenth of it, or else a pause that
 * doubles with each retry, of which a random half to all is taken. So many callers do not come back at the same moment.
 * Undefined if the service asks for more than a minute.
 */
export const pauseBefore = (retry: number, headers: Headers | undefined): number | undefined => {
  const retryAfter = headers && retryAfterOf(headers)
  if (retryAfter !== undefined) {
    return retryAfter > longestWait ? undefined : retryAfter * (1 + Math.random() / 10)
  }
  return Math.min(longestPause, firstPause * 2 ** (retry - 1)) * (0.5 + Math.random() / 2)
}

/** Waits. If the signal aborts, rejects at once with the signal's reason. */
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
