/** A header of an answer, as OpenAPI describes it. */
interface DescribedHeader {
  readonly description: string
  readonly schema: { readonly type: "string" | "integer"; readonly [keyword: string]: unknown }
  readonly example: string | number
}

/** Every header of the service's own in the answers to described operations. */
const described = {
  "X-Request-Id": {
    description:
      "Names the request in the service's log. It is the id that the request had, if that can be used.",
    schema: { type: "string", minLength: 1, maxLength: 128 },
    example: "req_5f0c2a71k"
  },
  "X-RateLimit-Limit": {
    description:
      "Requests allowed in any 60 seconds, by the key or, without a valid one, by the client's address.",
    schema: { type: "integer", minimum: 1 },
    example: 1200
  },
  "X-RateLimit-Remaining": {
    description: "How many requests of X-RateLimit-Limit are left.",
    schema: { type: "integer", minimum: 0 },
    example: 1199
  },
  "X-RateLimit-Reset": {
    description: "Seconds until the whole X-RateLimit-Limit is available again.",
    schema: { type: "integer", minimum: 0 },
    example: 60
  },
  "Retry-After": {
    description: "Seconds to wait before the request is sent again.",
    schema: { type: "integer", minimum: 1 },
    example: 1
  },
  "Server-Timing": {
    description: "The milliseconds that each part of the request took, and all of it.",
    schema: { type: "string" },
    example: "auth;dur=0.138, rate_limit;dur=0.071, engine;dur=1.132, commit;dur=1.415, total;dur=3.317"
  },
  "WWW-Authenticate": {
    description: "The scheme by which the API key is sent.",
    schema: { type: "string" },
    example: "Bearer"
  },
  "Idempotent-Replayed": {
    description: "Sent if this is the answer to an earlier request with the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
    example: "true"
  }
} as const satisfies Readonly<Record<string, DescribedHeader>>

type HeaderName = keyof typeof described

/**
 * The headers that an answer is sent with, by name in lower case. There are none that the API's description does not
 * have; `Connection` is not the API's.
 */
export type AnswerHeaders = { [Name in Lowercase<HeaderName> | "connection"]?: string }

/** Whether an answer always has a header. */
type Presence = "always" | "sometimes"
type Presences = Readonly<Partial<Record<HeaderName, Presence>>>

/** The headers of the answers with a status, if the operation needs a key. */
const behindKey = (status: number): Presences => {
  // An overloaded process refuses requests without looking for the limit of their key.
  const limits = status < 500 ? "always" : "sometimes"
  return {
    "X-RateLimit-Limit": limits,
    "X-RateLimit-Remaining": limits,
    "X-RateLimit-Reset": limits,
    "Server-Timing": "sometimes",
    ...(status === 401 ? { "WWW-Authenticate": "always" } : {}),
    ...(status === 429 || status === 503 ? { "Retry-After": "always" } : {})
  }
}

const names = new Map(Object.keys(described).map((name) => [name.toLowerCase(), name]))

/** The headers that an operation itself declares for a response, by name in lower case. */
type Declared = Readonly<Record<string, { readonly required: boolean }>>

const namedAs = (declared: Declared): Presences =>
  Object.fromEntries(
    Object.entries(declared).map(([lower, { required }]) => {
      const name = names.get(lower)
      if (name === undefined) throw new Error(`answerHeaders.ts does not describe the header ${lower}`)
      return [name, required ? "always" : "sometimes"]
    })
  )

const componentOf = (name: string, presence: Presence) => (presence === "always" ? name : `${name}-optional`)

const reference = "#/components/headers/"

/** The headers of a response of an operation, as references to `headerComponents`. */
export const headersOfResponse = (status: number, needsKey: boolean, declared: Declared = {}) => {
  const presences: Presences = {
    "X-Request-Id": "always",
    ...(needsKey ? behindKey(status) : {}),
    ...namedAs(declared)
  }
  return Object.fromEntries(
    Object.entries(presences).map(([name, presence]) => [
      name,
      { $ref: `${reference}${componentOf(name, presence)}` }
    ])
  )
}

/** The components for the references that a document has. */
export const headerComponents = (references: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(described).flatMap(([name, header]) =>
      (["always", "sometimes"] as const)
        .map(
          (presence) => [componentOf(name, presence), { ...header, required: presence === "always" }] as const
        )
        .filter(([component]) => references.has(`${reference}${component}`))
    )
  )
