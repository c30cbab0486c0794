import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { shareService } from "./fixture.ts"

const fixture = shareService()

interface Parameter {
  readonly in: string
  readonly name: string
  readonly description?: string
  readonly examples?: Readonly<Record<string, object>>
  readonly schema: object
}

interface Operation {
  readonly parameters: ReadonlyArray<Parameter>
  readonly responses: object
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: object }
}

const readDocument = async (): Promise<Described> => (await send(fixture.service.url, "/openapi.json")).json()

/** Every object within a value, but for the examples. */
const objectsIn = (value: unknown): ReadonlyArray<object> => {
  if (typeof value !== "object" || value === null) return []
  const parts = Object.entries(value).filter(([name]) => name !== "examples")
  return [value, ...parts.flatMap(([, part]) => objectsIn(part))]
}

const parametersOf = ({ paths }: Described) =>
  Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ parameters }) => parameters)
  )

const propertiesOf = (schemas: object, name: string) => {
  const { properties } = Object(Object.entries(schemas).find(([known]) => known === name)?.[1])
  return Object.values<{ readonly type: string; readonly format?: string }>(properties)
}

// What the programs that make code of a document were seen to make objects without fields of.
describe("the description, for programs that make code of it", () => {
  it("names the fields of every object, or says what others it may have", async () => {
    const document = await readDocument()
    const schemas = objectsIn(document.components.schemas)
    assert.isAbove(schemas.length, 500)
    for (const schema of schemas) {
      assert.notProperty(schema, "patternProperties", JSON.stringify(schema))
      const isObject = "type" in schema && schema.type === "object"
      const says = "properties" in schema || "additionalProperties" in schema
      assert.isTrue(says || !isObject, JSON.stringify(schema))
    }
  })

  it("has the checks of a policy by name, and metadata that may hold anything", async () => {
    const { PolicyCheckRule, PolicyDocument, CheckRequest, StoredDecision } = Object.fromEntries<{
      readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }>(Object.entries((await readDocument()).components.schemas))
    assert.isDefined(PolicyCheckRule)
    const { checks } = PolicyDocument?.properties ?? {}
    assert.strictEqual(checks?.["additionalProperties"], false)
    assert.notProperty(checks ?? {}, "required")
    const rule = { $ref: "#/components/schemas/PolicyCheckRule" }
    assert.deepStrictEqual(checks?.["properties"], {
      minors_sexual: rule,
      adult: rule,
      real_person: rule,
      copyrighted_ip: rule
    })
    assert.strictEqual(CheckRequest?.properties["metadata"]?.["additionalProperties"], true)
    const { anyOf } = StoredDecision?.properties["metadata"] ?? {}
    assert.deepStrictEqual(anyOf, [{ type: "object", additionalProperties: true }, { type: "null" }])
  })

  it("has answers that may get further fields, and requests that may not", async () => {
    const { components } = await readDocument()
    const isClosed = (schema: object) =>
      "additionalProperties" in schema && schema.additionalProperties === false
    const closed = Object.entries(components.schemas).filter(([, schema]) => objectsIn(schema).some(isClosed))
    const requests = Object.keys(components.schemas).filter((name) => name.endsWith("Request"))
    assert.isAbove(requests.length, 9)
    const parts = ["PolicyCheckRule", "PolicyDocument", "PolicyWebhook", "RuleCondition", "RuleEffect"]
    assert.sameMembers(
      closed.map(([name]) => name),
      [...requests, ...parts]
    )
  })

  it("has the formats of moments and days, and of the numbers that outgrow 32 bits", async () => {
    const { components } = await readDocument()
    const fields = objectsIn(components.schemas).flatMap((schema) =>
      "properties" in schema ? Object.entries(Object(schema.properties)) : []
    )
    const formats = { "date-time": /_(?:at|since|until)$/, date: /^(?:day|from|to)$/ }
    for (const [format, names] of Object.entries(formats)) {
      const found = fields.filter(([name]) => names.test(name))
      assert.isAbove(found.length, 2, format)
      for (const [name, schema] of found) assert.include(JSON.stringify(schema), `"format":"${format}"`, name)
    }
    for (const { format, type } of propertiesOf(components.schemas, "UsageTotals")) {
      assert.deepStrictEqual([type, format], ["integer", "int64"])
    }
    const statuses = fields.filter(([name, schema]) => name === "status" && /\d/.test(JSON.stringify(schema)))
    assert.isAbove(statuses.length, 20)
    for (const [, schema] of statuses) assert.include(JSON.stringify(schema), '"type":"integer"')
    assert.notInclude(JSON.stringify(components), String(Number.MAX_SAFE_INTEGER))
  })

  it("says what an idempotency key may be", async () => {
    const keys = parametersOf(await readDocument()).filter(({ name }) => name === "Idempotency-Key")
    const schema = { type: "string", pattern: String.raw`^[\x20-\x7e]{1,255}$` }
    assert.deepStrictEqual(
      keys.map((key) => key.schema),
      [schema, schema]
    )
  })

  it("has no refusal of a body where none is read", async () => {
    const { paths } = await readDocument()
    for (const [path, { get, ...others }] of Object.entries(paths)) {
      assert.notInclude(Object.keys(get?.responses ?? {}), "413", path)
      assert.notInclude(Object.keys(get?.responses ?? {}), "415", path)
      for (const { responses } of Object.values(others))
        assert.containsAllKeys(responses, ["413", "415"], path)
    }
  })

  it("says what the text of a parameter stands for, and in words where every program looks", async () => {
    const parameters = parametersOf(await readDocument())
    const numbers = parameters.filter(({ name }) => name === "limit" || name === "version")
    assert.deepStrictEqual(
      numbers.map(({ schema }) => schema),
      [
        { type: "integer", minimum: 1, maximum: 100, default: 50 },
        { type: "integer", minimum: 1, maximum: 100, default: 50 },
        { type: "integer", minimum: 1 },
        { type: "integer", minimum: 1, maximum: 100, default: 50 }
      ]
    )
    for (const { description, examples = {}, name, schema } of parameters) {
      assert.isString(description, name)
      assert.notProperty(schema, "allOf", name)
      for (const example of Object.values(examples)) assert.property(example, "value", name)
    }
  })
})
