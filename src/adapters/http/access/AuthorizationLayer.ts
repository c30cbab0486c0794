import { Effect, Layer } from "effect"
import { CurrentRequest } from "../requests/CurrentRequest.ts"
import { makeAccessControl } from "./accessControl.ts"
import { Authorization, CurrentCaller } from "./Authorization.ts"

export const AuthorizationLayer = Layer.effect(
  Authorization,
  Effect.map(makeAccessControl, ({ admit }) => ({
    bearer: (httpEffect, { credential }) =>
      Effect.flatMap(CurrentRequest, (facts) => admit(credential, facts)).pipe(
        Effect.flatMap((caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
      )
  }))
)
