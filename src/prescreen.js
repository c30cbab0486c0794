#!/usr/bin/env node
// Inside node_modules Node.js strips no types, so the packed package has the same compiled, and no sources.
import { existsSync } from "node:fs"

await import(existsSync(new URL("main.ts", import.meta.url)) ? "./main.ts" : "../dist/main.js")
