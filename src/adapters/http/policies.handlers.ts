import { DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createPolicy } from "../../domain/policy/createPolicy.ts"
import { PolicyNotFound } from "../../domain/policy/errors.ts"
import type { InvalidPolicy } from "../../domain/policy/errors.ts"
import { Policies } from "../../domain/policy/Policies.ts"
import type {
  PolicyDetail,
  PolicySummary,
  PolicyVersion,
  VersionSummary
} from "../../domain/policy/Policy.ts"
import { presets } from "../../domain/policy/presets.ts"
import { addVersion, publishVersion } from "../../domain/policy/versions.ts"
import { isPolicyId } from "../../domain/shared/ids.ts"
import { limitsOfTenant } from "../../domain/tenancy/Tenant.ts"
import { wireCreatedAt } from "../wire/moments.ts"
import { actorOf, CurrentCaller } from "./access/Authorization.ts"
import { writeFailures, writingCaller } from "./access/writingCaller.ts"
import { Api } from "./Api.ts"
import { inTenantTurn, writeList } from "./lists/largeList.ts"
import type {
  CreatePolicyRequest,
  WirePolicyDetail,
  WirePolicySummary,
  WirePolicyVersion
} from "./policies.api.ts"
import { planRequired } from "./problems/planFailures.ts"
import { failWith } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"
import { boundedOfBody } from "./requests/RequestValidation.ts"
import { findable } from "./schemas/integers.ts"
import { fromWireDocument, toWireDocument } from "./schemas/policyDocument.ts"

const toSummary = (policy: PolicySummary): WirePolicySummary => ({
  id: policy.id,
  name: policy.name,
  preset: policy.preset,
  current_version: policy.currentVersion,
  default: policy.isDefault,
  dry_run_version: policy.dryRunVersion,
  created_at: wireCreatedAt(policy.id)
})

const toVersionSummary = ({ createdAt, createdBy, isCurrent, version }: VersionSummary) => ({
  version,
  current: isCurrent,
  created_at: DateTime.formatIso(createdAt),
  created_by: createdBy
})

const toDetail = (policy: PolicyDetail): WirePolicyDetail => ({
  ...toSummary(policy),
  policy: toWireDocument(policy.document),
  versions: policy.versions.map(toVersionSummary)
})

/** The same as a response, written in steps because a policy may have any number of versions. */
const writeDetail = (policy: PolicyDetail) => {
  const rest = { ...toSummary(policy), policy: toWireDocument(policy.document) }
  return writeList(policy.versions, toVersionSummary, rest, "versions")
}

const toVersion = ({ document, isCurrent, policyId, version }: PolicyVersion): WirePolicyVersion => ({
  policy_id: policyId,
  version,
  current: isCurrent,
  policy: toWireDocument(document)
})

/** A version as a response, so that what a client leaves unread of it is counted. */
const versionResponse = (version: PolicyVersion, status: 200 | 201) =>
  HttpServerResponse.jsonUnsafe(toVersion(version), { status })

/** The policy that a path names. Any text that is not a policy's id names none, and the database is not asked. */
const named = Effect.fnUntraced(function* (id: string) {
  const { identity } = yield* CurrentCaller
  if (!isPolicyId(id)) return yield* new PolicyNotFound({ policy: id })
  return { tenantId: identity.tenantId, policyId: id, actor: actorOf(identity) }
})

/** The same for a change, which is refused first if the workspace's plan has ended. */
const changeOf = Effect.fnUntraced(function* (id: string) {
  yield* writingCaller
  return yield* named(id)
})

const policyFailures = { ...storageFailures, PolicyNotFound: () => failWith("not_found") }

/** The same for requests that also name a version. */
const failures = { ...policyFailures, PolicyVersionNotFound: () => failWith("not_found") }

const invalid = {
  InvalidPolicy: ({ issues }: InvalidPolicy) => failWith("invalid_policy", { issues: boundedOfBody(issues) })
}

const create = Effect.fnUntraced(
  function* (payload: CreatePolicyRequest) {
    const { identity, tenant } = yield* writingCaller
    const { default: makeDefault = false, name = null, policy, preset = "" } = payload
    const create = createPolicy({
      tenantId: identity.tenantId,
      name,
      from: policy === undefined ? { preset } : { document: fromWireDocument(policy) },
      makeDefault,
      actor: actorOf(identity),
      allowed: limitsOfTenant(tenant).policies
    })
    const answer = (policy: PolicyDetail) => HttpServerResponse.jsonUnsafe(toDetail(policy), { status: 201 })
    return yield* inTenantTurn(identity.tenantId)(Effect.map(create, answer))
  },
  Effect.catchTags({
    ...writeFailures,
    ...invalid,
    TooManyPolicies: planRequired("policies"),
    UnknownPreset: () =>
      failWith("unknown_preset", { detail: `Presets: ${presets.map(({ name }) => name).join(", ")}.` })
  })
)

const readVersion = Effect.fnUntraced(function* (id: string, text: string) {
  const { policyId, tenantId } = yield* named(id)
  const policies = yield* Policies
  const read = policies.findVersion(tenantId, policyId, findable(Number(text)))
  return yield* inTenantTurn(tenantId)(Effect.map(read, (version) => versionResponse(version, 200)))
}, Effect.catchTags(failures))

const publish = Effect.fnUntraced(
  function* (id: string, version: number) {
    const change = yield* changeOf(id)
    const publish = publishVersion(change, findable(version))
    return toSummary(yield* inTenantTurn(change.tenantId)(publish))
  },
  Effect.catchTags({ ...writeFailures, ...failures, ...invalid })
)

const setDryRun = Effect.fnUntraced(
  function* (id: string, version: number | null) {
    const change = yield* changeOf(id)
    return toSummary(yield* (yield* Policies).setDryRun(change, version === null ? null : findable(version)))
  },
  Effect.catchTags({ ...writeFailures, ...failures })
)

export const PoliciesHandlers = HttpApiBuilder.group(Api, "policies", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* () {
      const { identity } = yield* CurrentCaller
      const policies = yield* Policies
      const read = Effect.flatMap(policies.list(identity.tenantId), (all) => writeList(all, toSummary))
      return yield* inTenantTurn(identity.tenantId)(read)
    }, Effect.catchTags(storageFailures)),
    get: Effect.fnUntraced(function* ({ params }) {
      const { policyId, tenantId } = yield* named(params.id)
      const policies = yield* Policies
      const read = Effect.flatMap(policies.find(tenantId, policyId), writeDetail)
      return yield* inTenantTurn(tenantId)(read)
    }, Effect.catchTags(policyFailures)),
    version: ({ params }) => readVersion(params.id, params.version),
    create: ({ payload }) => create(payload),
    addVersion: Effect.fnUntraced(
      function* ({ params, payload }) {
        const change = yield* changeOf(params.id)
        const add = addVersion(change, fromWireDocument(payload))
        return yield* inTenantTurn(change.tenantId)(
          Effect.map(add, (version) => versionResponse(version, 201))
        )
      },
      Effect.catchTags({ ...writeFailures, ...policyFailures, ...invalid })
    ),
    publish: ({ params, payload }) => publish(params.id, payload.version),
    makeDefault: Effect.fnUntraced(
      function* ({ params }) {
        const change = yield* changeOf(params.id)
        return toSummary(yield* (yield* Policies).makeDefault(change))
      },
      Effect.catchTags({ ...writeFailures, ...policyFailures })
    ),
    dryRun: ({ params, payload }) => setDryRun(params.id, payload.version)
  })
)

export const PresetsHandlers = HttpApiBuilder.group(Api, "presets", (handlers) =>
  handlers.handleAll({
    list: () =>
      Effect.succeed({ data: presets.map(({ name, policy }) => ({ name, policy: toWireDocument(policy) })) })
  })
)
