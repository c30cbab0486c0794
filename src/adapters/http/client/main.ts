import { fileURLToPath } from "node:url"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem } from "effect"
import { describedClient } from "./describedClient.ts"

const target = fileURLToPath(new URL("../../../client/api.ts", import.meta.url))

FileSystem.FileSystem.pipe(
  Effect.flatMap((files) => files.writeFileString(target, describedClient())),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
