import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { PaymentProvider } from "../../../domain/billing/PaymentProvider.ts"
import { DescribedApi } from "../Api.ts"
import { metricsPath, MetricsReport } from "../metrics.route.ts"
import { paymentWebhookPath } from "../paymentWebhook.route.ts"

interface KnownPath {
  /** As the API declares it, with names for its parameters. */
  readonly path: string
  readonly pattern: RegExp
  readonly methods: ReadonlySet<string>
}

type Route = readonly [path: string, method: string]

const describedPaths = (further: ReadonlyArray<Route>): ReadonlyArray<KnownPath> => {
  const methodsByPath = new Map(further.map(([path, method]) => [path, new Set([method])]))
  HttpApi.reflect(DescribedApi, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      const methods = methodsByPath.get(endpoint.path) ?? new Set()
      methodsByPath.set(endpoint.path, methods.add(endpoint.method))
    }
  })
  return [...methodsByPath].map(([path, methods]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`),
    methods: methods.has("GET") ? methods.add("HEAD") : methods
  }))
}

const pathOf = (url: string): string => {
  const end = url.indexOf("?")
  return end === -1 ? url : url.slice(0, end)
}

interface Unmatched {
  readonly status: 404 | 405
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the answer says what is left of the caller's rate limit. The request does not count towards it. */
  readonly showsRateLimit: boolean
}

const notFound: Unmatched = { status: 404, text: "Not Found\n", headers: {}, showsRateLimit: false }

const isUnderV1 = ({ path }: KnownPath): boolean => path.startsWith("/v1/")

const notAllowed = (known: KnownPath): Unmatched => ({
  status: 405,
  text: "Method Not Allowed\n",
  headers: { allow: [...known.methods].toSorted().join(", ") },
  showsRateLimit: isUnderV1(known)
})

/** Every path that the service answers: those of the API, and the `further` ones. */
const makeRoutes = (further: ReadonlyArray<Route>) => {
  const paths = describedPaths(further)
  const exact = new Map(paths.map((known) => [known.path, known]))
  const find = (url: string): KnownPath | undefined => {
    const path = pathOf(url)
    return exact.get(path) ?? paths.find(({ pattern }) => pattern.test(path))
  }

  return {
    /** The method and the path as the API declares it; `unmatched` for anything that it does not know. */
    nameOf: (method: string, url: string): string => {
      const known = find(url)
      return known?.methods.has(method) === true ? `${method} ${known.path}` : "unmatched"
    },
    /** Whether the path is known and needs a key. */
    isGated: (url: string): boolean => {
      const known = find(url)
      return known !== undefined && isUnderV1(known)
    },
    /** The answer to a request without a route: 404, or 405 if the path takes other methods. */
    unmatched: (url: string): Unmatched => {
      const known = find(url)
      return known === undefined ? notFound : notAllowed(known)
    }
  }
}

export type Routes = ReturnType<typeof makeRoutes>

/** The routes of this service as it is configured. */
export const makeServedRoutes = Effect.gen(function* () {
  const takesPayments = (yield* PaymentProvider) !== undefined
  const { text: metrics } = yield* MetricsReport
  return makeRoutes([
    ["/openapi.json", "GET"],
    ["/docs", "GET"],
    ...(metrics === undefined ? [] : [[metricsPath, "GET"] as const]),
    ...(takesPayments ? [[paymentWebhookPath, "POST"] as const] : [])
  ])
})
