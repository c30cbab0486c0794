import { HttpServerResponse } from "effect/http"

const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
  503: "Service Unavailable"
}

/** An error as `application/problem+json`. */
export const problem = (
  status: keyof typeof titles,
  detail: string,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { type: "about:blank", title: titles[status], status, detail },
    { status, headers, contentType: "application/problem+json" }
  )
