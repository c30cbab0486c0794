import { Effect, Layer, Scope } from "effect"
import { HttpEffect, HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { DescribedApi } from "../Api.ts"
import { PublicUrls } from "../problems/problems.ts"
import { pageDocument } from "./apiDocument.ts"
import { RevalidationLayer } from "./RevalidationLayer.ts"

/** The page contains its script and style; the browser is told to load nothing from elsewhere. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  // An API key is typed into this page, so no other page may frame it and no form may send anything.
  "frame-ancestors 'none'",
  "form-action 'none'",
  "base-uri 'none'"
].join("; ")

const pageHeaders = {
  "content-security-policy": contentSecurityPolicy,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer"
}

const withHeaders = (headers: Readonly<Record<string, string>>) =>
  HttpRouter.middleware((httpEffect) =>
    HttpEffect.withPreResponseHandler(httpEffect, (_, response) =>
      Effect.succeed(HttpServerResponse.setHeaders(response, headers))
    )
  ).layer

/**
 * The page asks for the key as soon as a request is tried. Nothing on it leads to the services of the makers of Scalar,
 * which would need the internet and a copy of the document.
 */
const page = {
  authentication: { preferredSecurityScheme: "bearer" },
  withDefaultFonts: false,
  showDeveloperTools: "never",
  // None, or the browser would ask for one.
  favicon: "data:,",
  hideClientButton: true
}

/** Requests are tried on the host that the page came from, whatever its name: the browser allows no other. */
const withinPage = (described: typeof DescribedApi, service: string) =>
  described.annotate(OpenApi.Transform, (document) => pageDocument(document, new URL(service).pathname))

/**
 * The API's description: `/openapi.json` for programs and `/docs` for people. Both are made when they are first asked
 * for: it takes a tenth as long as the start of the whole service.
 */
export const ReferenceLayer = Layer.unwrap(
  Effect.gen(function* () {
    const { service } = yield* PublicUrls
    const scope = yield* Effect.scope
    const described = DescribedApi.annotate(OpenApi.Servers, [{ url: service }])
    const document = yield* Effect.cached(
      Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(described)))
    )
    const docs = yield* Effect.cached(
      HttpRouter.toHttpEffect(
        HttpApiScalar.layer(withinPage(described, service), { path: "/docs", scalar: page })
      ).pipe(Scope.provide(scope))
    )
    return Layer.mergeAll(
      HttpRouter.add("GET", "/openapi.json", document),
      HttpRouter.add("GET", "/docs", Effect.flatten(docs)).pipe(Layer.provide(withHeaders(pageHeaders)))
    ).pipe(Layer.provide([RevalidationLayer, withHeaders({ "x-content-type-options": "nosniff" })]))
  })
)
