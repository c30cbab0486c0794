import { Effect, Layer } from "effect"
import { makeAdmission } from "./admission.ts"
import { Authorization, CurrentCaller } from "./Authorization.ts"

export const AuthorizationLayer = Layer.effect(
  Authorization,
  Effect.map(makeAdmission, (admit) => ({
    bearer: (httpEffect, { credential }) =>
      Effect.flatMap(admit(credential), (caller) => Effect.provideService(httpEffect, CurrentCaller, caller))
  }))
)
