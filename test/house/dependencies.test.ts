import { assert, describe, it } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import manifest from "../../package.json" with { type: "json" }

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dev?: true
  readonly optional?: true
  readonly hasInstallScript?: true
}

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8")
const lockfile: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  await read("package-lock.json")
)
const page = await read("docs/dependencies.md")

const nameOf = (path: string) => path.replace(/^.*node_modules\//, "")
const locked = Object.entries(lockfile.packages).filter(([path]) => path !== "")
const production = locked.filter(([, { dev }]) => dev !== true)

/** Binaries of the tools for platforms that nobody has locked on. */
const unseen = /^@(?:effect\/tsgo-|oxc-parser\/binding-|oxfmt\/binding-|oxlint\/binding-|oxlint-tsgolint\/)/

const { dependencies, devDependencies, optionalDependencies } = manifest

describe("every direct dependency", () => {
  const direct = { ...dependencies, ...optionalDependencies, ...devDependencies }

  it("has a reason in docs/dependencies.md, and nothing else has one", () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)]
    assert.deepStrictEqual(rows.map(([, name = ""]) => name).toSorted(), Object.keys(direct).toSorted())
  })

  it("has an exact version", () => {
    for (const [name, version] of Object.entries(direct)) {
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
      assert.strictEqual(lockfile.packages[`node_modules/${name}`]?.version, version, name)
    }
  })
})

describe("what the service runs on", () => {
  it("is as many packages as docs/dependencies.md says", () => {
    assert.include(page, `runs on ${production.length} packages`)
  })

  it("has licences that allow any use", () => {
    const allowed = new Set(["MIT", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "0BSD"])
    const others = production.filter(([, { license = "" }]) => !allowed.has(license))
    assert.deepStrictEqual(
      others.map(([path, { license }]) => `${nameOf(path)}: ${license}`),
      []
    )
  })

  it("runs no install script but those that package.json names", () => {
    const scripted = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
    assert.deepStrictEqual(scripted.toSorted(), Object.keys(manifest.allowScripts).toSorted())
  })
})

describe("the lockfile", () => {
  it("has a hash for every package, save binaries of tools for other platforms", () => {
    const bare = locked.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-"))
    const unexpected = bare.filter(
      ([path, { dev, optional }]) => !(dev && optional && unseen.test(nameOf(path)))
    )
    assert.deepStrictEqual(
      unexpected.map(([path]) => path),
      []
    )
  })

  it("takes every package from the registry that is set up, and none from an address of its own", () => {
    assert.isNotEmpty(locked)
    const elsewhere = locked.filter(([, { resolved }]) => resolved !== undefined)
    assert.deepStrictEqual(elsewhere, [])
  })
})
