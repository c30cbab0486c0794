import { readFileSync } from "node:fs"

/** The built-in engine's model, as it is stored. */
export const modelBytes = readFileSync(
  new URL("../../../src/adapters/engine/builtin/model.bin", import.meta.url)
)
