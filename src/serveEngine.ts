import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer } from "effect"
import { createServer } from "node:http"
import { announce } from "./adapters/cli/output.ts"
import { ScreeningEngineBuiltin } from "./adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { EngineServerLayer } from "./adapters/engine/server/EngineServerLayer.ts"
import type { EngineServerConfiguration } from "./config.ts"

/** Runs the built-in engine as a server of its own, and announces in words or as JSON that it is ready. */
export const serveEngine = ({ address, token }: EngineServerConfiguration, asJson: boolean) =>
  Layer.launch(
    Layer.effectDiscard(announce(asJson, "prescreen engine", address.own)).pipe(
      Layer.provide(EngineServerLayer({ token })),
      Layer.provide([
        ScreeningEngineBuiltin,
        NodeHttpServer.layer(createServer, { host: address.host, port: address.port })
      ])
    )
  )
