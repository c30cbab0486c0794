import { Effect, Layer } from "effect"
import { makeAccessControl } from "./accessControl.ts"
import { Authorization, CurrentCaller } from "./Authorization.ts"
import { CurrentRequest } from "./CurrentRequest.ts"

export const AuthorizationLayer = Layer.effect(
  Authorization,
  Effect.map(makeAccessControl, ({ admit }) => ({
    bearer: (httpEffect, { credential }) =>
      Effect.flatMap(CurrentRequest, (facts) => admit(credential, facts)).pipe(
        Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
      )
  }))
)
