import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { root } from "../support/operatorCommand.ts"

const read = (path: string) => readFile(join(root, path), "utf8")

const names = await readdir(join(root, "docs"), { recursive: true })
const pages = ["README.md", ...names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)]

const withoutCode = (text: string) => text.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`\n]*`/g, "`x`")

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string) =>
  new Set(
    [...text.replaceAll(/^```.*?^```$/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-")
    )
  )

const brokenLinksOf = async (page: string): Promise<ReadonlyArray<string>> => {
  const links = [...withoutCode(await read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
  const broken = await Promise.all(
    links
      .filter((link) => !/^https?:/.test(link))
      .map(async (link) => {
        const [path = "", anchor] = link.split("#")
        const target = path === "" ? page : join(dirname(page), path)
        if (!existsSync(join(root, target))) return [link]
        return anchor === undefined || anchorsOf(await read(target)).has(anchor) ? [] : [link]
      })
  )
  return broken.flat()
}

describe("the documents", () => {
  for (const page of pages) {
    it(`have no broken link in ${page}`, async () => {
      assert.deepStrictEqual(await brokenLinksOf(page), [])
    })
  }

  it("number the decisions one after the other, in the file's name as in its heading", async () => {
    const decisions = (await readdir(join(root, "docs/decisions"))).toSorted()
    for (const [index, name] of decisions.entries()) {
      assert.match(name, new RegExp(`^${String(index + 1).padStart(4, "0")}-[a-z0-9-]+\\.md$`))
      assert.isTrue((await read(`docs/decisions/${name}`)).startsWith(`# ${index + 1}. `), name)
    }
  })

  it("have a row for every folder and every file at the top of src", async () => {
    const architecture = await read("docs/architecture.md")
    const folders = ["src/domain", "src/adapters"].map(async (folder) =>
      (await readdir(join(root, folder))).map((name) => `${folder}/${name}`)
    )
    const top = (await readdir(join(root, "src")))
      .filter((name) => name !== "domain" && name !== "adapters")
      .map((name) => `src/${name}`)
    const places = [...(await Promise.all(folders)).flat(), ...top]
    assert.deepStrictEqual(
      places.filter((place) => !architecture.includes(`\`${place}\``)),
      []
    )
  })

  it("name every service of the domain in the architecture", async () => {
    const architecture = await read("docs/architecture.md")
    const files = (await readdir(join(root, "src/domain"), { recursive: true })).filter((name) =>
      name.endsWith(".ts")
    )
    const texts = await Promise.all(files.map((name) => read(`src/domain/${name}`)))
    const services = texts.flatMap((text) =>
      [...text.matchAll(/class (\w+) extends Context\.Service</g)].map(([, name = ""]) => name)
    )
    assert.isAbove(services.length, 20)
    assert.deepStrictEqual(
      services.filter((name) => !architecture.includes(`\`${name}\``)),
      []
    )
  })

  it("are all reached from the README", async () => {
    const readme = await read("README.md")
    const guides = pages.filter((page) => /^docs\/[^/]+$/.test(page))
    assert.deepStrictEqual(
      guides.filter((page) => !readme.includes(`(${page}`)),
      []
    )
  })
})
