import { assert, describe, it } from "@effect/vitest"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { root } from "../support/operatorCommand.ts"
import { diagnoseEffects, filesOf, importing, lint, restricted } from "./planted.ts"

/** What each module of the domain may import of the others: the order that keeps it free of cycles. */
const modules: Readonly<Record<string, ReadonlyArray<string>>> = {
  shared: [],
  policy: ["shared"],
  billing: ["shared"],
  tenancy: ["shared", "billing"],
  screening: ["shared", "policy", "tenancy", "billing"],
  review: ["shared", "policy", "tenancy", "billing", "screening"],
  webhooks: ["shared", "policy", "tenancy", "billing", "screening"],
  users: ["shared", "policy", "tenancy", "billing", "screening"]
}

const kinds = [
  "http",
  "cli",
  "postgres",
  "engine",
  "delivery",
  "payment",
  "telemetry",
  "ratelimit",
  "hostnames",
  "random",
  "wire",
  "processes"
]

/** The JSON shapes that the API and the operator's command share. */
const mayImportWire = new Set(["http", "cli"])

const outsideTheDomain = [
  "@effect/platform-node",
  "effect/Schema",
  "effect/cli",
  "effect/crypto",
  "effect/http",
  "effect/http-api",
  "effect/observability",
  "effect/persistence",
  "effect/process",
  "effect/sql",
  "fs",
  "node:fs",
  "pg"
]

/** What joins the folders, of which none knows. Read, so that a wall stands before whatever is added. */
const filesOfSrc = (await readdir(join(root, "src"))).filter((name) => name.endsWith(".ts"))

describe("the walls between the folders of src", () => {
  it("stand between the modules of the domain, except where the order of modules lets an import through", async () => {
    const names = Object.keys(modules)
    const imports = names.flatMap((from) =>
      names.flatMap((to) => {
        const allowed = from === to || modules[from]?.includes(to)
        return [
          { path: `src/domain/${from}/${to}.ts`, specifier: `../${to}/x.ts`, allowed },
          { path: `src/domain/${from}/part/${to}.ts`, specifier: `../../${to}/x.ts`, allowed }
        ]
      })
    )
    const { failed, reports } = await lint(
      Object.fromEntries(imports.map(({ path, specifier }) => [path, importing(specifier)]))
    )
    assert.isTrue(failed)
    assert.deepStrictEqual(
      filesOf(restricted(reports)),
      imports
        .filter(({ allowed }) => !allowed)
        .map(({ path }) => path)
        .toSorted()
    )
    assert.include(
      restricted(reports).find(({ filename }) => filename === "src/domain/policy/screening.ts")?.help,
      "domain/policy may import itself and shared"
    )
  })

  it("keep the domain from adapters, the client and the files of src, and from everything but effect's core", async () => {
    const outside = ["adapters/postgres/x.ts", "client/client.ts", "../test/fixtures.ts", ...filesOfSrc]
    const files = Object.keys(modules).flatMap((module) => [
      ...outsideTheDomain.map(
        (specifier, index) => [`src/domain/${module}/file${index}.ts`, importing(specifier)] as const
      ),
      ...outside.flatMap((target, index) => [
        [`src/domain/${module}/outside${index}.ts`, importing(`../../${target}`)] as const,
        [`src/domain/${module}/part/outside${index}.ts`, importing(`../../../${target}`)] as const
      ])
    ])
    const { failed, reports } = await lint(Object.fromEntries(files))
    assert.isTrue(failed)
    assert.deepStrictEqual(filesOf(restricted(reports)), files.map(([path]) => path).toSorted())
    assert.include(
      restricted(reports)
        .map(({ help }) => help)
        .join("\n"),
      "does no I/O: add a port beside it"
    )
  })

  it("stand between the adapters, and keep them from the client and the files of src", async () => {
    const targetsOf = (kind: string) => [
      ...kinds
        .filter((other) => other !== kind && !(other === "wire" && mayImportWire.has(kind)))
        .map((other) => `${other}/x.ts`),
      ...["client/client.ts", ...filesOfSrc].map((name) => `../${name}`)
    ]
    const files = kinds.flatMap((kind) =>
      targetsOf(kind).flatMap((target, index) => [
        [`src/adapters/${kind}/file${index}.ts`, importing(`../${target}`)] as const,
        [`src/adapters/${kind}/part/file${index}.ts`, importing(`../../${target}`)] as const
      ])
    )
    const { failed, reports } = await lint(Object.fromEntries(files))
    assert.isTrue(failed)
    assert.deepStrictEqual(filesOf(restricted(reports)), files.map(([path]) => path).toSorted())
    assert.include(restricted(reports)[0]?.help, "Adapters import neither each other")
  })

  it("keep the client for integrators to itself", async () => {
    const specifiers = [
      "../domain/policy/x.ts",
      "../adapters/http/x.ts",
      ...filesOfSrc.map((name) => `../${name}`),
      "effect",
      "node:crypto",
      "pg"
    ]
    const files = specifiers.map(
      (specifier, index) => [`src/client/file${index}.ts`, importing(specifier)] as const
    )
    const { reports } = await lint({
      ...Object.fromEntries(files),
      "src/client/call.ts": importing("./api.ts")
    })
    assert.deepStrictEqual(filesOf(restricted(reports)), files.map(([path]) => path).toSorted())
  })

  it("let through what a hexagon needs", async () => {
    const { failed, reports } = await lint({
      "src/domain/shared/ids.ts": importing("effect/crypto"),
      "src/domain/tenancy/apiKey.ts": importing("effect/crypto"),
      "src/domain/policy/Policy.ts": importing("effect"),
      "src/domain/policy/rules/rule.ts": importing("../Policy.ts"),
      "src/adapters/http/server/HttpServerLayer.ts": [
        "effect/http",
        "../../wire/plan.ts",
        "../../../domain/webhooks/event.ts"
      ]
        .map(importing)
        .join(""),
      "src/adapters/engine/server/EngineServerLayer.ts": importing("../http/engine.api.ts"),
      "src/adapters/engine/build/training/train.ts":
        importing("../../seen.ts") + importing("../../../../domain/policy/Policy.ts"),
      "src/adapters/postgres/screening/commitDecisions.ts":
        importing("@effect/sql-pg") + importing("node:crypto"),
      "src/main.ts": importing("./config.ts") + importing("./adapters/http/server/HttpServerLayer.ts")
    })
    assert.deepStrictEqual(reports, [])
    assert.isFalse(failed)
  })

  it("surround every folder that there is", async () => {
    assert.includeMembers(Object.keys(modules), await readdir(join(root, "src/domain")))
    assert.includeMembers(kinds, await readdir(join(root, "src/adapters")))
    const folders = await readdir(join(root, "src"), { withFileTypes: true })
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    assert.sameMembers(names, ["adapters", "client", "domain"])
  })

  it("turn an import cycle into an error, also one of types", async () => {
    const { failed, reports } = await lint({
      "src/domain/policy/a.ts":
        'export type { B } from "./b.ts"\nexport interface A {\n  readonly a: string\n}\n',
      "src/domain/policy/b.ts":
        'export type { A } from "./a.ts"\nexport interface B {\n  readonly b: string\n}\n'
    })
    assert.isTrue(failed)
    assert.deepStrictEqual(filesOf(reports.filter(({ code }) => code === "import(no-cycle)")), [
      "src/domain/policy/a.ts",
      "src/domain/policy/b.ts"
    ])
  })
})

describe("the code of src", () => {
  it("has no clock, no network and no environment but Effect's", async () => {
    const uses = [
      "new Date()",
      "performance.now()",
      "fetch",
      "setTimeout",
      "process.env.HOME",
      'console.log("")'
    ]
    const folders = ["", ...kinds.map((kind) => `adapters/${kind}/`), "adapters/engine/part/"]
    const files = {
      ...Object.fromEntries(
        uses.map((use, index) => [`src/adapters/http/file${index}.ts`, `export const planted = ${use}\n`])
      ),
      ...Object.fromEntries(
        folders.flatMap((folder) => [
          [`src/${folder}timers.ts`, importing("node:timers")],
          [`src/${folder}promises.ts`, importing("node:timers/promises")]
        ])
      )
    }
    const { failed, reports } = await lint(files)
    assert.isTrue(failed)
    assert.deepStrictEqual(filesOf(reports), Object.keys(files).toSorted())
  })

  it("leaves no Effect unused", async () => {
    const { failed, output } = await diagnoseEffects({
      "src/domain/policy/a.ts": 'import { Effect } from "effect"\n\nEffect.succeed(1)\n'
    })
    assert.include(output, "floatingEffect")
    assert.isTrue(failed)
  })
})
