import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"

const compress = promisify(gzip)

/** One encoding of a page, with a strong validator (ETag) of its bytes. */
interface Form {
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

const formOf = (bytes: Uint8Array, encoding?: string): Form => ({
  bytes,
  headers: {
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    vary: "accept-encoding",
    // Browsers ask every time, because a new version of the service has another page.
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
    // Compressed when first asked for, not at the start: in most services nobody reads the page.
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
 * For pages that are the same for everybody: a client that has the current page gets a 304, and any other gets the
 * page, compressed if it accepts that.
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
