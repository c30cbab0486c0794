import { join } from "node:path"
import { env } from "node:process"
import { defineConfig } from "vitest/config"

// For the processes that tests run in and those that they start: hundreds, which all load the same modules.
env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node")

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // A file is mostly waiting for processes that it started: four at a time, whatever vitest thinks of the machine.
    maxWorkers: 4,
    // Nearly every file loads the same libraries: a worker does so once, and the modules of ours anew for each file.
    isolate: false,
    globalSetup: "test/support/postgres.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
