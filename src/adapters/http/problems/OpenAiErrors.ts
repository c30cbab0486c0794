import { Effect, Layer, Schema } from "effect"
import { HttpBody, HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { problemMediaType } from "./problems.ts"

/** Adds OpenAI's `error` object to every problem, because several clients written for OpenAI show nothing else. */
export class OpenAiErrors extends HttpApiMiddleware.Service<OpenAiErrors>()(
  "prescreen/adapters/http/problems/OpenAiErrors"
) {}

/** As OpenAI's clients read it. */
export const OpenAiError = Schema.Struct({
  message: Schema.String.annotate({ description: "The problem's detail or title, and its issues." }),
  type: Schema.String.annotate({ description: "The problem's code." }),
  param: Schema.Null.annotate({ description: "Always null: the problem's issues name what is wrong." }),
  code: Schema.String.annotate({ description: "The problem's code." })
}).annotate({
  identifier: "OpenAiError",
  description: "What clients written for OpenAI show of a problem."
})

/** Whether a request is for the endpoint whose problems have it. */
export const isForOpenAi = ({ url = "" }: { readonly url?: string | undefined }): boolean =>
  url.startsWith("/v1/moderations")

/** The members of a problem that the `error` object repeats. */
const RepeatedMembers = Schema.Struct({
  title: Schema.String,
  detail: Schema.optionalKey(Schema.String),
  code: Schema.String,
  issues: Schema.Array(Schema.String)
})

const readProblem = Schema.decodeUnknownSync(Schema.fromJsonString(RepeatedMembers))
const decoder = new TextDecoder()

/** A problem as JSON, with the `error` object. The problem's own members stay as they are. */
export const withOpenAiError = (problem: string): string => {
  const { code, detail, issues, title } = readProblem(problem)
  const error: typeof OpenAiError.Type = {
    message: [detail ?? title, ...issues].join("; "),
    type: code,
    param: null,
    code
  }
  return `${problem.slice(0, problem.lastIndexOf("}"))},"error":${JSON.stringify(error)}}`
}

/** The same answer, with the `error` object if it is a problem. */
export const withError = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Uint8Array" || body.contentType !== problemMediaType) return response
  const both = withOpenAiError(decoder.decode(body.body))
  return HttpServerResponse.setBody(response, HttpBody.text(both, problemMediaType))
}

export const OpenAiErrorsLayer = Layer.succeed(OpenAiErrors, (httpEffect) =>
  HttpEffect.withPreResponseHandler(httpEffect, (_, response) => Effect.succeed(withError(response)))
)
