#!/usr/bin/env node
// Node.js does not strip types inside node_modules, so the packed package contains the compiled code in place of the
// sources.
import { existsSync } from "node:fs"

await import(existsSync(new URL("main.ts", import.meta.url)) ? "./main.ts" : "../dist/main.js")
