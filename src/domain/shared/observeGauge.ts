import { Effect, Metric } from "effect"
import type { Scope } from "effect"

export interface ObservedGauge {
  /** Dotted words, from general to particular: `prescreen.queue.items`. */
  readonly name: string
  readonly description: string
  /** Few, fixed values, and never a tenant: every combination is kept for ever. `unit` is the gauge's unit. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Called whenever metrics are read, so it must be cheap. */
  readonly read: () => number
}

/** Exposes a value that the program keeps anyway as a metric, until the scope closes. */
export const observeGauge = ({
  attributes = {},
  description,
  name,
  read
}: ObservedGauge): Effect.Effect<void, never, Scope.Scope> =>
  Effect.contextWith((context) =>
    Effect.asVoid(
      Effect.acquireRelease(
        Effect.sync(() =>
          Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), context, {
            get: () => ({ value: read() }),
            update: () => undefined,
            modify: () => undefined
          })
        ),
        (registration) => Effect.sync(() => registration.remove())
      )
    )
  )
