import { assert, describe, it } from "@effect/vitest"
import { assertProblem, shareService } from "./fixture.ts"
import { hook, ok, policyCalls, wireDocument } from "./policyCalls.ts"

const fixture = shareService()

const calls = () => policyCalls(fixture.service, fixture.service.keys.test)

/** The issues that a document is refused with as a new policy's and as a new version's, apart from the prefix. */
const issuesOf = async (document: unknown): Promise<ReadonlyArray<string>> => {
  const { data } = await ok(calls().list())
  const created = await calls().create({ policy: document })
  const added = await calls().addVersion(data[0].id, document)
  const { issues } = assertProblem(fixture.service, created, 400, "invalid_request", "some")
  const own = assertProblem(fixture.service, added, 400, "invalid_request", "some").issues
  assert.deepStrictEqual(
    issues,
    own.map((issue: string) => (issue.startsWith("body: ") ? `policy${issue.slice(4)}` : `policy.${issue}`))
  )
  return own
}

const rule = (some: object = {}) => ({
  act: 0.5,
  review: 0.3,
  on_act: { type: "block" },
  on_review: { type: "review" },
  ...some
})

const checks = (some: object) => wireDocument({ checks: { ...wireDocument().checks, ...some } })

const oneType = 'Expected an object whose type is one of "block", "review", "allow", "tag"'.replace("E", "e")

describe("the shape of a policy document", () => {
  it.each<[string, unknown, ReadonlyArray<string>]>([
    ["is an object", [], ["body: expected object"]],
    [
      "has every field",
      {},
      ["version", "name", "checks", "adult", "youth_coded_adult", "webhooks", "tags"].map(
        (name) => `${name}: is required`
      )
    ],
    ["has no other field", wireDocument({ webhook: [] }), ["webhook: is not a known field"]],
    [
      "is version 1",
      wireDocument({ version: 2 }),
      ["version: must be 1, the version of the document's format"]
    ],
    [
      "is version 1, a number",
      wireDocument({ version: "1" }),
      ["version: must be 1, the version of the document's format"]
    ],
    ["has a name", wireDocument({ name: "" }), ["name: must have at least 1 character"]],
    [
      "has no null",
      wireDocument({ webhooks: null, tags: null }),
      ["webhooks: expected array", "tags: expected object"]
    ],
    ["knows its checks", checks({ violence: rule() }), ["checks.violence: is not a known field"]],
    [
      "has whole rules",
      checks({ adult: {} }),
      [
        "checks.adult.act: is required",
        "checks.adult.review: is required",
        "checks.adult.on_act: is required",
        "checks.adult.on_review: is required"
      ]
    ],
    [
      "has rules of known fields",
      checks({ adult: rule({ enable: true }) }),
      ["checks.adult.enable: is not a known field"]
    ],
    [
      "has lines that are numbers",
      checks({ adult: rule({ act: "0.5" }) }),
      ["checks.adult.act: expected number"]
    ],
    [
      "has switches that are true or false",
      checks({ adult: rule({ enabled: 1 }) }),
      ["checks.adult.enabled: expected boolean"]
    ],
    [
      "knows its actions",
      checks({ adult: rule({ on_act: { type: "ban" } }) }),
      [`checks.adult.on_act: ${oneType}`]
    ],
    [
      "has actions that are objects",
      checks({ adult: rule({ on_act: "block" }) }),
      [`checks.adult.on_act: ${oneType}`]
    ],
    [
      "has tags in tag actions",
      checks({ adult: rule({ on_review: { type: "tag" } }) }),
      ["checks.adult.on_review.tag: is required"]
    ],
    [
      "has no empty tag",
      checks({ adult: rule({ on_review: { type: "tag", tag: "" } }) }),
      ["checks.adult.on_review.tag: must have at least 1 character"]
    ],
    [
      "has tags in no other action",
      checks({ adult: rule({ on_act: { type: "block", tag: "x" } }) }),
      ["checks.adult.on_act.tag: is not a known field"]
    ],
    [
      "has a level that is an integer",
      wireDocument({ adult: { max_level: 1.5 } }),
      ["adult.max_level: expected an integer"]
    ],
    ["has a level", wireDocument({ adult: {} }), ["adult.max_level: is required"]],
    [
      "knows what happens to youth-coded adults",
      wireDocument({ youth_coded_adult: "allow" }),
      ['youth_coded_adult: must be one of "review", "block"']
    ],
    [
      "has whole webhooks",
      wireDocument({ webhooks: [{}] }),
      ["webhooks.0.url: is required", "webhooks.0.events: is required", "webhooks.0.secret: is required"]
    ],
    [
      "knows its events",
      wireDocument({ webhooks: [{ ...hook("https://a.example.com"), events: ["blocked"] }] }),
      ['webhooks.0.events.0: must be one of "block", "review", "allow", "tag", "review.verdict"']
    ],
    [
      "has no empty text",
      wireDocument({ webhooks: [hook("", "")] }),
      ["webhooks.0.url: must have at least 1 character", "webhooks.0.secret: must have at least 1 character"]
    ],
    [
      "has descriptions that are text",
      wireDocument({ tags: { a: { description: 1 }, z: {} } }),
      ["tags.a.description: expected string"]
    ],
    [
      "has names for its tags",
      wireDocument({ tags: { "": {} } }),
      ["tags: must not have a name that is empty or holds NUL or a lone surrogate"]
    ],
    [
      "has names for its tags, whatever else is wrong with them",
      wireDocument({ tags: { "": { description: 1 } } }),
      [
        "tags..description: expected string",
        "tags: must not have a name that is empty or holds NUL or a lone surrogate"
      ]
    ],
    ["holds no NUL", wireDocument({ name: "a\0" }), ["name: must not contain NUL or a lone surrogate"]],
    [
      "holds no lone surrogate",
      wireDocument({ tags: { a: { description: "\ud800" }, z: {} } }),
      ["tags.a.description: must not contain NUL or a lone surrogate"]
    ]
  ])("%s", async (_, document, issues) => {
    assert.deepStrictEqual(await issuesOf(document), issues)
  })

  it("has every fault named at once", async () => {
    const document = {
      ...checks({ adult: rule({ act: null, on_act: { type: "ban" } }), violence: rule() }),
      version: 3,
      webhooks: [{ ...hook("https://a.example.com"), events: ["x"] }],
      more: 1
    }
    assert.sameMembers(
      (await issuesOf(document)).map((issue) => issue.split(": ")[0] ?? ""),
      ["version", "checks.adult.act", "checks.adult.on_act", "checks.violence", "webhooks.0.events.0", "more"]
    )
  })

  it("leaves values to the rules of policies", async () => {
    const values = [
      checks({ adult: rule({ act: 1e300, review: -1 }) }),
      wireDocument({ adult: { max_level: 1_000_000 } }),
      wireDocument({ adult: { max_level: -1e20 } }),
      wireDocument({ webhooks: [{ ...hook("https://a.example.com"), events: [] }] }),
      wireDocument({ webhooks: [hook("x", "x")] }),
      wireDocument({ checks: {} })
    ]
    for (const policy of values) {
      assertProblem(fixture.service, await calls().create({ policy }), 422, "invalid_policy", "some")
    }
  })

  it("is refused for numbers past the finite and names that reach into objects", async () => {
    const text = JSON.stringify({ policy: wireDocument() })
    for (const body of [
      text.replace('"act":0.5', '"act":1e999'),
      text.replace('"tags":{', '"tags":{"__proto__":{},')
    ]) {
      assertProblem(fixture.service, await calls().create(body), 400, "invalid_request", "some")
    }
  })
})
