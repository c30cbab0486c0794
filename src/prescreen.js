#!/usr/bin/env node
// Whichever Node.js there is must be able to read this file, so that it can say which one is needed.
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const needed = 26

const refuse = (reason) => {
  process.stderr.write(`prescreen: ${reason}\n`)
  process.exit(1)
}

if (!(Number.parseInt(process.versions.node, 10) >= needed)) {
  refuse(
    `Node.js ${needed} is needed, not ${process.versions.node}: npm and npx use the one that npm ci --ignore-scripts=false installs`
  )
}

const sources = fileURLToPath(new URL("./", import.meta.url))
/** What `npm run bundle` makes of the sources and the packages: it loads in half the time. */
const bundle = new URL("../node_modules/.cache/prescreen/main.js", import.meta.url)

/** When a file was last written, replaced or moved, whatever date it bears. One that is not there counts as changed. */
const changedAt = (path) =>
  statSync(join(sources, path), { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY

/** Whether nothing that it was made of has changed since it was begun, files that are gone included. */
const isCurrent = () => {
  const begun = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs
  if (begun === undefined) return false
  const paths = ["", "../package.json", "../package-lock.json", ...readdirSync(sources, { recursive: true })]
  return paths.every((path) => changedAt(path) <= begun)
}

const load = () => {
  // Node.js does not strip types inside node_modules, so the packed package contains the compiled code in place of the
  // sources.
  if (!existsSync(join(sources, "main.ts"))) return import("../dist/main.js")
  return isCurrent() ? import(bundle.href) : import("./main.ts")
}

await load().catch((error) => {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error
  refuse(
    `it is not completely installed (${error.message.split("\n", 1)[0]}): run npm ci --ignore-scripts=false`
  )
})
