import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem } from "effect"
import { fileURLToPath } from "node:url"
import { describedClient } from "./describedClient.ts"

const folder = new URL("../../../client/", import.meta.url)

Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  for (const [name, text] of Object.entries(describedClient())) {
    yield* files.writeFileString(fileURLToPath(new URL(name, folder)), text)
  }
}).pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain)
