import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { describedClient } from "../../src/adapters/http/client/describedClient.ts"
import { typeOf } from "../../src/adapters/http/client/typeOf.ts"
import { root } from "../support/operatorCommand.ts"

const formatted = (name: string, text: string): string => {
  const options = [`--stdin-filepath=src/client/${name}`]
  const { stdout } = spawnSync(join(root, "node_modules/.bin/oxfmt"), options, {
    cwd: root,
    input: text,
    encoding: "utf8"
  })
  return stdout
}

const sources = async (folder: string) => {
  const names = await readdir(join(root, folder), { recursive: true })
  return Promise.all(
    names
      .filter((name) => name.endsWith(".ts"))
      .map(async (name) => ({ name, text: await readFile(join(root, folder, name), "utf8") }))
  )
}

/** Also those at run time, and for their effect alone. */
const importsOf = (text: string) =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*["'`]([^"'`]+)["'`]/g)].map(([, specifier = ""]) => specifier)

describe("the client's generated files", () => {
  for (const [name, text] of Object.entries(describedClient())) {
    it(`are what the API's description says: ${name} (else run npm run client:build)`, async () => {
      assert.strictEqual(await readFile(join(root, "src/client", name), "utf8"), formatted(name, text))
    })
  }

  it("cannot say less than the description without a notice", () => {
    const described: object = { type: "string", const: "a" }
    assert.throws(() => typeOf(described), "No type is known for const")
  })
})

describe("the client and the service", () => {
  it("import nothing of each other", async () => {
    for (const { name, text } of await sources("src/client")) {
      assert.deepStrictEqual(
        importsOf(text).filter((specifier) => !/^\.\/\w+\.ts$/.test(specifier)),
        [],
        name
      )
    }
    // What makes the client has a folder of that name, which only itself imports.
    const service = (await sources("src")).filter(({ name }) => !/^(adapters\/http\/)?client\//.test(name))
    assert.isAbove(service.length, 300)
    for (const { name, text } of service) {
      assert.deepStrictEqual(
        importsOf(text).filter((specifier) => /(^|\/)client\//.test(specifier)),
        [],
        name
      )
    }
  })
})
