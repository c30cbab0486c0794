import { Effect, Layer } from "effect"
import type { Duration, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { ensureRoom } from "../../../domain/shared/ensureRoom.ts"
import { nextRuleId, TenantId } from "../../../domain/shared/ids.ts"
import type { RuleId } from "../../../domain/shared/ids.ts"
import { Mode } from "../../../domain/shared/Workspace.ts"
import { RuleNotFound, TooManyRules } from "../../../domain/users/errors.ts"
import type { Rule } from "../../../domain/users/Rule.ts"
import { Rules } from "../../../domain/users/Rules.ts"
import type { RuleChange, RuleTerms, Watch } from "../../../domain/users/Rules.ts"
import { makeCachedLookup } from "../cachedLookup.ts"
import { makeChangesInTurn } from "../changesInTurn.ts"
import { resilient } from "../resilience.ts"
import { assign, rawSql, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import { AuditTrail } from "../tenancy/AuditTrail.ts"
import { toUuid } from "../uuid.ts"
import { decodeRuleRow, termsOf, toRule } from "./ruleRow.ts"

/** Reads that bypass every cache, for use within a transaction too. */
const ruleReads = Effect.gen(function* () {
  const sql = yield* scopedSql

  /** One by one: there may be any number of rules, and the runtime lets others run in between. */
  const decode = (rows: ReadonlyArray<unknown>) =>
    Effect.forEach(rows, (row) => Effect.map(Effect.orDie(decodeRuleRow(row)), toRule))

  const list = (tenantId: TenantId) =>
    Effect.flatMap(
      sql`SELECT id, name, enabled, terms FROM rules WHERE ${scopeOf(tenantId)} ORDER BY id DESC`,
      decode
    )

  const find = Effect.fnUntraced(function* (tenantId: TenantId, ruleId: RuleId) {
    const rows = yield* sql`
      SELECT id, name, enabled, terms FROM rules
      WHERE ${scopeOf(tenantId)} AND id = ${toUuid(ruleId)}`
    const [rule] = yield* decode(rows)
    return rule === undefined ? yield* new RuleNotFound({ rule: ruleId }) : rule
  })

  const count = (tenantId: TenantId) =>
    Effect.map(
      sql<{ readonly count: bigint }>`SELECT count(*) AS count FROM rules WHERE ${scopeOf(tenantId)}`,
      ([row]) => Number(row?.count ?? 0)
    )

  return { list, find, count }
})

const modes = rawSql(`unnest(ARRAY['${Mode.literals.join("', '")}']) AS known(mode)`)

const lookupWatch = Effect.gen(function* () {
  const sql = yield* scopedSql
  const { list } = yield* ruleReads
  return Effect.fnUntraced(function* (tenant: string) {
    const tenantId = TenantId.make(tenant)
    const rules = yield* resilient(list(tenantId))
    const paused = yield* resilient(
      sql<{ readonly mode: Mode }>`
        SELECT mode FROM ${modes}
        WHERE EXISTS (
          SELECT FROM paused_users p
          WHERE ${scopeOf(tenantId, "p")} AND p.mode = known.mode AND (until IS NULL OR until > now())
        )`
    )
    const watch: Watch = {
      rules: rules.filter(({ enabled }) => enabled).toReversed(),
      pausedModes: new Set(paused.map(({ mode }) => mode))
    }
    return watch
  })
})

/** A rule as the audit log records it. */
const audited = ({ count, effect, enabled, name, when, windowSeconds }: Rule): Schema.Json => ({
  name,
  enabled,
  when: { outcome: when.outcomes, check: when.check, tag: when.tag, policy: when.policyId },
  count,
  window_seconds: windowSeconds,
  then: { ...effect }
})

/**
 * The changes of rules. Each is one transaction with its entry in the audit log, and comes after every other that has
 * begun.
 */
const ruleChanges = Effect.gen(function* () {
  const sql = yield* scopedSql
  const random = yield* SecureRandom.SecureRandom
  const audit = yield* AuditTrail
  const { count, find } = yield* ruleReads
  const { inTurn } = yield* makeChangesInTurn

  const create: Rules["Service"]["create"] = Effect.fn("RulesPostgres.create")(
    function* (tenantId, terms, allowed, actor) {
      const ruleId = yield* nextRuleId
      const insertion = Effect.gen(function* () {
        yield* ensureRoom(allowed, count(tenantId), (standing) => new TooManyRules(standing))
        const { enabled, name } = terms
        const row = { id: toUuid(ruleId), name, enabled, terms: termsOf(terms) }
        yield* sql`INSERT INTO rules ${rowsOf(tenantId, row)}`
        const rule = { id: ruleId, ...terms }
        const entry = { actor, action: "rule.created", subject: ruleId, before: null, after: audited(rule) }
        yield* audit.append(tenantId, entry)
        return rule
      })
      return yield* inTurn(tenantId, insertion)
    },
    Effect.provideService(SecureRandom.SecureRandom, random)
  )

  const change = ({ actor, ruleId, tenantId }: RuleChange, changed: Partial<RuleTerms>) =>
    inTurn(
      tenantId,
      Effect.gen(function* () {
        const before = yield* find(tenantId, ruleId)
        const rule = { ...before, ...changed }
        // A change that changes nothing leaves no trace.
        if (JSON.stringify(rule) === JSON.stringify(before)) return before
        yield* sql`
          UPDATE rules SET ${assign({ name: rule.name, enabled: rule.enabled, terms: termsOf(rule) })}
          WHERE ${scopeOf(tenantId)} AND id = ${toUuid(ruleId)}`
        const entry = { before: audited(before), after: audited(rule) }
        yield* audit.append(tenantId, { actor, action: "rule.changed", subject: ruleId, ...entry })
        return rule
      })
    )

  const remove = ({ actor, ruleId, tenantId }: RuleChange) =>
    inTurn(
      tenantId,
      Effect.gen(function* () {
        const rule = yield* find(tenantId, ruleId)
        yield* sql`
          DELETE FROM rules WHERE ${scopeOf(tenantId)} AND id = ${toUuid(ruleId)}`
        const entry = { before: audited(rule), after: null }
        yield* audit.append(tenantId, { actor, action: "rule.deleted", subject: ruleId, ...entry })
        return rule
      })
    )

  return { create, change, remove }
})

/** `timeToLive` is the longest that an old rule may still be used if a notification was lost. */
export const RulesPostgres = (timeToLive: Duration.Duration) =>
  Layer.effect(
    Rules,
    Effect.gen(function* () {
      const { count, find, list } = yield* ruleReads
      const watch = yield* makeCachedLookup({
        name: "rules",
        lookup: yield* lookupWatch,
        timeToLive,
        capacity: 10_000
      })
      return Rules.of({
        watch,
        count: (tenantId) => resilient(count(tenantId)),
        list: (tenantId) => resilient(list(tenantId)),
        find: (tenantId, ruleId) => resilient(find(tenantId, ruleId)),
        ...(yield* ruleChanges)
      })
    })
  )
