import { Context, DateTime, Effect, Layer, Ref } from "effect"
import { SecureRandom } from "effect/crypto"
import {
  NoDefaultPolicy,
  PolicyNotFound,
  PolicyVersionNotFound,
  TooManyPolicies
} from "../../src/domain/policy/errors.ts"
import { keepSecrets, urlsToKeep } from "../../src/domain/policy/keptSecrets.ts"
import type { StoredSecrets } from "../../src/domain/policy/keptSecrets.ts"
import { Policies } from "../../src/domain/policy/Policies.ts"
import type { NewPolicy, PolicyChange } from "../../src/domain/policy/Policies.ts"
import type { PolicySummary } from "../../src/domain/policy/Policy.ts"
import type { PolicyDocument } from "../../src/domain/policy/PolicyDocument.ts"
import { actorName } from "../../src/domain/shared/Actor.ts"
import { nextPolicyId } from "../../src/domain/shared/ids.ts"
import type { PolicyId, TenantId } from "../../src/domain/shared/ids.ts"

interface HeldVersion {
  readonly document: PolicyDocument
  readonly createdAt: DateTime.Utc
  readonly createdBy: string
}

interface HeldPolicy {
  readonly tenantId: TenantId
  readonly summary: PolicySummary
  /** Oldest first: the first is version 1. */
  readonly versions: ReadonlyArray<HeldVersion>
}

interface Question {
  readonly policyId: PolicyId | null
  readonly version: number | null
}

/** What `resolve` was asked, oldest first. */
export class ResolvedQuestions extends Context.Service<ResolvedQuestions, Ref.Ref<ReadonlyArray<Question>>>()(
  "prescreen/test/fakes/ResolvedQuestions"
) {}

const documentOf = ({ versions }: HeldPolicy, version: number | null) =>
  version === null ? undefined : versions[version - 1]?.document

const secretsOf = ({ versions }: HeldPolicy, urls: ReadonlyArray<string>): StoredSecrets => {
  const newestFirst = versions.map(({ document }) => document.webhooks).toReversed()
  return new Map(
    urls.map((url) => {
      const having = newestFirst.find((webhooks) => webhooks.some((hook) => hook.url === url)) ?? []
      return [url, having.filter((hook) => hook.url === url)] as const
    })
  )
}

const newVersion = (document: PolicyDocument, actor: PolicyChange["actor"]) =>
  Effect.map(DateTime.now, (createdAt): HeldVersion => ({ document, createdAt, createdBy: actorName(actor) }))

const detailOf = (policy: HeldPolicy) => {
  const { summary, versions } = policy
  const document = documentOf(policy, summary.currentVersion)
  if (document === undefined) return Effect.die(new Error("no version is current"))
  return Effect.succeed({
    ...summary,
    document,
    versions: versions
      .map(({ createdAt, createdBy }, index) => {
        const version = index + 1
        return { version, isCurrent: version === summary.currentVersion, createdAt, createdBy }
      })
      .toReversed()
  })
}

const holdPolicies = Effect.gen(function* () {
  const held = yield* Ref.make<ReadonlyArray<HeldPolicy>>([])
  const ofTenant = (tenantId: TenantId) =>
    Effect.map(Ref.get(held), (all) => all.filter((policy) => policy.tenantId === tenantId))
  const policyOf = Effect.fnUntraced(function* (tenantId: TenantId, policyId: PolicyId) {
    const found = (yield* ofTenant(tenantId)).find(({ summary }) => summary.id === policyId)
    return found ?? (yield* new PolicyNotFound({ policy: policyId }))
  })
  const versionOf = Effect.fnUntraced(function* (tenantId: TenantId, policyId: PolicyId, version: number) {
    const policy = yield* policyOf(tenantId, policyId)
    const document = documentOf(policy, version)
    if (document === undefined) return yield* new PolicyVersionNotFound({ policy: policyId, version })
    return { policyId, version, isCurrent: policy.summary.currentVersion === version, document }
  })
  const replace = (changed: HeldPolicy) =>
    Ref.update(held, (all) => all.map((one) => (one.summary.id === changed.summary.id ? changed : one)))
  const change = Effect.fnUntraced(function* (where: PolicyChange, summary: Partial<PolicySummary>) {
    const policy = yield* policyOf(where.tenantId, where.policyId)
    const changed = { ...policy, summary: { ...policy.summary, ...summary } }
    yield* replace(changed)
    return changed.summary
  })
  const undoDefault = (tenantId: TenantId) =>
    Ref.update(held, (all) =>
      all.map((one) =>
        one.tenantId === tenantId ? { ...one, summary: { ...one.summary, isDefault: false } } : one
      )
    )
  return { held, ofTenant, policyOf, versionOf, replace, change, undoDefault }
})

type Holding = Effect.Success<typeof holdPolicies>

const resolveAmong = (
  { ofTenant }: Holding,
  questions: Ref.Ref<ReadonlyArray<Question>>
): Policies["Service"]["resolve"] =>
  Effect.fnUntraced(function* (tenantId, policyId, version) {
    yield* Ref.update(questions, (earlier) => [...earlier, { policyId, version }])
    const own = yield* ofTenant(tenantId)
    const policy = own.find(({ summary }) =>
      policyId === null ? summary.isDefault : summary.id === policyId
    )
    if (policy === undefined) {
      return yield* policyId === null ? new NoDefaultPolicy() : new PolicyNotFound({ policy: policyId })
    }
    const { currentVersion, dryRunVersion, id } = policy.summary
    const asked = version ?? currentVersion
    const document = documentOf(policy, asked)
    if (document === undefined || asked === null) return yield* new PolicyNotFound({ policy: id })
    const tried = documentOf(policy, dryRunVersion)
    const dryRun =
      tried === undefined || dryRunVersion === null ? null : { id, version: dryRunVersion, document: tried }
    return { id, version: asked, document, dryRun }
  })

const createAmong = ({ held, ofTenant, undoDefault }: Holding) =>
  Effect.fnUntraced(function* (tenantId: TenantId, policy: NewPolicy) {
    const { actor, allowed, document, makeDefault, name, preset } = policy
    const used = (yield* ofTenant(tenantId)).length
    if (allowed !== null && used >= allowed) return yield* new TooManyPolicies({ allowed, used })
    const isDefault = makeDefault || used === 0
    if (isDefault) yield* undoDefault(tenantId)
    const id = yield* nextPolicyId
    const summary = { id, name, preset, currentVersion: 1, isDefault, dryRunVersion: null }
    const created: HeldPolicy = { tenantId, summary, versions: [yield* newVersion(document, actor)] }
    yield* Ref.update(held, (all) => [...all, created])
    return yield* detailOf(created)
  })

export const InMemoryPolicies = Layer.effectContext(
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const questions = yield* Ref.make<ReadonlyArray<Question>>([])
    const holding = yield* holdPolicies
    const { change, ofTenant, policyOf, replace, undoDefault, versionOf } = holding

    const policies = Policies.of({
      resolve: resolveAmong(holding, questions),
      count: (tenantId) => Effect.map(ofTenant(tenantId), (own) => own.length),
      list: (tenantId) =>
        Effect.map(ofTenant(tenantId), (own) => own.map(({ summary }) => summary).toReversed()),
      find: (tenantId, policyId) => Effect.flatMap(policyOf(tenantId, policyId), detailOf),
      findVersion: versionOf,
      storedSecrets: (tenantId, policyId, urls) =>
        Effect.map(policyOf(tenantId, policyId), (policy) => secretsOf(policy, urls)),
      create: (tenantId, policy) =>
        createAmong(holding)(tenantId, policy).pipe(Effect.provideService(SecureRandom.SecureRandom, random)),
      addVersion: Effect.fnUntraced(function* ({ actor, policyId, tenantId }, document) {
        const policy = yield* policyOf(tenantId, policyId)
        const complete = keepSecrets(document, secretsOf(policy, urlsToKeep(document)))
        const versions = [...policy.versions, yield* newVersion(complete, actor)]
        yield* replace({ ...policy, versions })
        return { policyId, version: versions.length, isCurrent: false, document: complete }
      }),
      publish: (where, version) =>
        Effect.andThen(
          versionOf(where.tenantId, where.policyId, version),
          change(where, { currentVersion: version })
        ),
      makeDefault: (where) =>
        policyOf(where.tenantId, where.policyId).pipe(
          Effect.andThen(undoDefault(where.tenantId)),
          Effect.andThen(change(where, { isDefault: true }))
        ),
      setDryRun: (where, version) =>
        Effect.andThen(
          version === null ? Effect.void : versionOf(where.tenantId, where.policyId, version),
          change(where, { dryRunVersion: version })
        )
    })
    return Context.make(Policies, policies).pipe(Context.add(ResolvedQuestions, questions))
  })
)
