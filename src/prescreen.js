#!/usr/bin/env node
// Whichever Node.js there is must be able to read this file, so that it can say which one is needed.
import { existsSync } from "node:fs"

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

// Node.js does not strip types inside node_modules, so the packed package contains the compiled code in place of the
// sources.
const imported = import(existsSync(new URL("main.ts", import.meta.url)) ? "./main.ts" : "../dist/main.js")

await imported.catch((error) => {
  if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error
  refuse(
    `it is not completely installed (${error.message.split("\n", 1)[0]}): run npm ci --ignore-scripts=false`
  )
})
