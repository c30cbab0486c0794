import { assert } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { DescribedApi } from "../../src/adapters/http/Api.ts"
import { readApiDocument } from "../support/ApiDocument.ts"
import type { Answer, ApiDocument } from "../support/ApiDocument.ts"

const known: { document?: ApiDocument } = {}

const readDescription = (): ApiDocument => {
  known.document ??= readApiDocument(JSON.parse(JSON.stringify(OpenApi.fromApi(DescribedApi))))
  return known.document
}

/** A path or a method that the service does not have; both are told in plain text. */
const isUnmatched = ({ headers, status }: Answer): boolean =>
  (status === 404 || status === 405) && String(headers["content-type"]).startsWith("text/plain")

/** The answer to a request of an endpoint's is one that the API's description promises, headers included. */
export const assertDescribed = (method: string, target: string, answer: Answer): void => {
  const [path = ""] = target.split("?")
  const document = readDescription()
  const operation = document.operations.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path)
  )
  if (operation === undefined || isUnmatched(answer)) return
  assert.isUndefined(document.complaintAbout(operation, answer), `${method} ${target}: ${answer.text}`)
}
