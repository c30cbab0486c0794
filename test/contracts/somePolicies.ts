import { Effect, Redacted } from "effect"
import { Policies } from "../../src/domain/policy/Policies.ts"
import type { NewPolicy } from "../../src/domain/policy/Policies.ts"
import type { PolicyDocument } from "../../src/domain/policy/PolicyDocument.ts"
import { ApiKeyId } from "../../src/domain/shared/ids.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import { document, idOf, newPolicy, newWorkspace } from "../fixtures.ts"

export const create = Effect.fnUntraced(function* (tenantId: TenantId, some: Partial<NewPolicy> = {}) {
  return yield* (yield* Policies).create(tenantId, newPolicy(some))
})

export const actor = { type: "api_key", id: ApiKeyId.make(idOf("key", "7")) } as const

/** Where the first policy of a new tenant is changed. */
export const newPolicyOf = Effect.fnUntraced(function* (some: Partial<PolicyDocument> = {}) {
  const { tenantId } = yield* newWorkspace()
  const { id: policyId } = yield* create(tenantId, { document: { ...document, ...some } })
  return { tenantId, policyId, actor }
})

/** Redacted values are equal to each other whatever they hold: this shows what they hold. */
export const revealed = ({ webhooks, ...rest }: PolicyDocument) =>
  JSON.stringify({
    ...rest,
    webhooks: webhooks.map((hook) => ({ ...hook, secret: Redacted.value(hook.secret) }))
  })

const secrets = ["a secret of enough characters", "\0 \ud83d\ude00 \" \\ ' secret", "s".repeat(10_000)]

export const awkward: PolicyDocument = {
  ...document,
  name: "Ünïcode \u{1f98a} 'quotes' \\ {}",
  checks: document.checks.toReversed().map((rule) => ({ ...rule, act: 0.1 + 0.2, review: 1 / 3 })),
  webhooks: secrets.map((secret, index) => ({
    url: `https://hooks.example.com/${index % 2}?a=%20&b="x"`,
    events: index === 0 ? ["tag", "block"] : ["review.verdict"],
    secret: Redacted.make(secret)
  })),
  tags: [{ name: "z" }, { name: "a", description: "" }, { name: "10", description: "\0" }]
}
