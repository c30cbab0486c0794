import { HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { DescribedApi } from "./Api.ts"

interface KnownPath {
  /** As the API spells it, with names for the parts that vary. */
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

/** Every path that is answered: those of the API, and `further` ones. */
export const makeRoutes = (further: ReadonlyArray<Route>) => {
  const paths = describedPaths(further)
  const exact = new Map(paths.map((known) => [known.path, known]))
  const find = (url: string): KnownPath | undefined => {
    const path = pathOf(url)
    return exact.get(path) ?? paths.find(({ pattern }) => pattern.test(path))
  }

  return {
    /** The method and the path as the API spells it; `unmatched` for all that it does not know. */
    nameOf: (method: string, url: string): string => {
      const known = find(url)
      return known?.methods.has(method) === true ? `${method} ${known.path}` : "unmatched"
    },
    /** The answer where there is no route: not found, or not with this method. */
    unmatched: (method: string, url: string): HttpServerResponse.HttpServerResponse => {
      const known = find(url)
      // With a method that the path takes, it is the path that could not be read.
      return known === undefined || known.methods.has(method)
        ? HttpServerResponse.text("Not Found\n", { status: 404 })
        : HttpServerResponse.text("Method Not Allowed\n", {
            status: 405,
            headers: { allow: [...known.methods].toSorted().join(", ") }
          })
    }
  }
}
