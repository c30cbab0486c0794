import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"

const compress = promisify(gzip)

/** One form of a page, with the strong validator of its bytes. */
interface Form {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

const formOf = (bytes: Uint8Array, encoding?: string): Form => ({
  bytes,
  headers: {
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    vary: "accept-encoding",
    // A new version of the service has another page at once.
    "cache-control": "no-cache",
    ...(encoding === undefined ? {} : { "content-encoding": encoding })
  }
})

interface Forms {
  readonly plain: Form
  readonly gzipped: () => Promise<Form>
}

const formsOf = (bytes: Uint8Array): Forms => {
  const compressed: { form?: Promise<Form> } = {}
  return {
    plain: formOf(bytes),
    // Not at the start, which most services do without anybody's reading the page.
    gzipped: () => (compressed.form ??= compress(bytes).then((packed) => formOf(packed, "gzip")))
  }
}

const takesGzip = (accepted = ""): boolean =>
  accepted
    .toLowerCase()
    .split(",")
    .map((coding) => coding.split(";").map((part) => part.trim()))
    .some(
      ([name, ...parameters]) => name === "gzip" && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part))
    )

const isHeld = (held: string | undefined, { headers }: Form): boolean =>
  (held ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === "*" || tag === headers["etag"])

/**
 * For pages that are the same for everybody: who has one is told that it is still the same, and who has not gets it
 * compressed where that is accepted.
 */
export const RevalidationLayer = HttpRouter.middleware(
  Effect.sync(() => {
    const known = new WeakMap<Uint8Array, Forms>()
    const formsFor = (bytes: Uint8Array): Forms => {
      const forms = known.get(bytes) ?? formsOf(bytes)
      known.set(bytes, forms)
      return forms
    }

    return (httpEffect) =>
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const response = yield* httpEffect
        if (response.body._tag !== "Uint8Array") return response
        const { gzipped, plain } = formsFor(response.body.body)
        const form = takesGzip(headers["accept-encoding"]) ? yield* Effect.promise(gzipped) : plain
        if (isHeld(headers["if-none-match"], form)) {
          return HttpServerResponse.empty({ status: 304, headers: form.headers })
        }
        return HttpServerResponse.uint8Array(form.bytes, {
          contentType: response.body.contentType,
          headers: { ...response.headers, ...form.headers, "content-length": String(form.bytes.byteLength) }
        })
      })
  })
).layer
