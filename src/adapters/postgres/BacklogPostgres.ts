import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import { Backlog, mostCounted } from "../../domain/shared/Backlog.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { resilient } from "./resilience.ts"

/** How long all processes use the levels that one of them has read. */
const freshFor = "interval '10 seconds'"

/**
 * Whether the next look is due, or is planned further ahead than any look ever is. The clock was then set back, and the
 * levels would otherwise stay old until it has caught up.
 */
const isStale = `(next_look_at <= now() OR next_look_at > now() + ${freshFor})`

/** Reads the two indexes of the deliveries that have not ended, which contain no others. */
const deliveries = `
  SELECT json_build_object(
    'due', count(*) FILTER (WHERE next_attempt_at <= now()),
    'later', count(*) FILTER (WHERE next_attempt_at > now()),
    'overdue', greatest(0, coalesce(extract(epoch FROM now() - min(next_attempt_at)) * 1000, 0))
  )
  FROM (
    SELECT next_attempt_at FROM webhook_deliveries WHERE next_attempt_at IS NOT NULL AND NOT deferred
    UNION ALL
    SELECT next_attempt_at FROM webhook_deliveries WHERE deferred
    LIMIT ${mostCounted}
  ) AS unended`

/** The index of the open items has them by mode, oldest first. */
const reviews = (mode: Mode) => `
  SELECT json_build_object(
    'open', (
      SELECT count(*) FROM (
        SELECT FROM review_items WHERE status = 'open' AND mode = '${mode}' LIMIT ${mostCounted}
      ) AS open
    ),
    'age', coalesce((
      SELECT greatest(0, extract(epoch FROM now() - uuid_extract_timestamp(id)) * 1000) FROM review_items
      WHERE status = 'open' AND mode = '${mode}' ORDER BY id LIMIT 1
    ), 0)
  )`

/** Reads the levels anew, for all processes. */
export const lookStatement = `
UPDATE queue_levels SET next_look_at = now() + ${freshFor}, levels = json_build_object(
  'deliveries', (${deliveries}),
  'reviews', json_build_object(${Mode.literals.map((mode) => `'${mode}', (${reviews(mode)})`).join(", ")})
)
RETURNING levels`

const ReviewLevels = Schema.Struct({ open: Schema.Int, age: Schema.Finite })

const Row = Schema.Struct({
  levels: Schema.OptionFromNullOr(
    Schema.Struct({
      deliveries: Schema.Struct({ due: Schema.Int, later: Schema.Int, overdue: Schema.Finite }),
      reviews: Schema.Struct({ live: ReviewLevels, test: ReviewLevels })
    })
  )
})
const decodeRow = Schema.decodeUnknownEffect(Row)

export const BacklogPostgres = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient

    /** The new levels, or undefined while another process is looking. */
    const look = sql.withTransaction(
      Effect.gen(function* () {
        const [turn] =
          yield* sql`SELECT id FROM queue_levels WHERE ${sql.literal(isStale)} FOR UPDATE SKIP LOCKED`
        if (turn === undefined) return undefined
        // Otherwise the planner may scan whole tables for as long as it has no statistics of them.
        yield* sql`SET LOCAL enable_seqscan = off`
        const [row] = yield* sql.unsafe(lookStatement)
        return row
      })
    )

    const levels = Effect.gen(function* () {
      const [seen] = yield* sql<{ readonly stale: boolean; readonly levels: unknown }>`
        SELECT levels, ${sql.literal(isStale)} AS stale FROM queue_levels`
      return seen?.stale === true ? ((yield* look) ?? seen) : seen
    })

    return Backlog.of({
      levels: Effect.flatMap(resilient(levels), (row) => Effect.orDie(decodeRow(row))).pipe(
        Effect.map(({ levels }) => levels)
      )
    })
  })
)
