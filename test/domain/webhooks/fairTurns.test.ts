import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { TenantId } from "../../../src/domain/shared/ids.ts"
import { makeFairTurns } from "../../../src/domain/webhooks/fairTurns.ts"
import { idOf } from "../../fixtures.ts"

const limits = { total: 64, perTenant: 20, perDestination: 16, perNewDestination: 4 }

const of = (tenant: number, path = "") => {
  const tenantId = TenantId.make(idOf("ten", tenant.toString(16)))
  return { workspace: { tenantId, mode: "live" as const }, destination: `${tenantId} ${path}` }
}

/** Takes as much as there is room for, until there is none. */
const fill = (turns: ReturnType<typeof makeFairTurns>, delivery: ReturnType<typeof of>) => {
  let taken = 0
  for (;;) {
    const { destinations, perDestination, perTenant, tenants, total } = turns.room()
    const free = [
      total,
      tenants.find(({ tenantId }) => tenantId === delivery.workspace.tenantId)?.free ?? perTenant,
      destinations.find(({ destination }) => destination === delivery.destination)?.free ?? perDestination
    ]
    if (Math.min(...free) <= 0) return taken
    turns.take(delivery)
    taken += 1
  }
}

const room = (turns: ReturnType<typeof makeFairTurns>, { destination }: ReturnType<typeof of>) =>
  turns.room().destinations.find((known) => known.destination === destination)?.free ??
  limits.perNewDestination

describe("fair turns", () => {
  it("lets a destination that hangs hold a single place before long, and gives it back its room later", () => {
    const turns = makeFairTurns(limits)
    const dead = of(1)
    assert.strictEqual(fill(turns, dead), 4)
    for (let hung = 0; hung < 4; hung += 1) turns.giveBack(dead, true)
    assert.strictEqual(fill(turns, dead), 1)
    turns.giveBack(dead, false)
    for (let answered = 0; answered < 10; answered += 1) {
      turns.take(dead)
      turns.giveBack(dead, false)
    }
    assert.isAtLeast(room(turns, dead), limits.perNewDestination)
  })

  it("gives a busy destination more with each answer, up to its limit", () => {
    const turns = makeFairTurns(limits)
    const busy = of(1)
    turns.take(busy)
    for (let answered = 0; answered < 40; answered += 1) {
      turns.take(busy)
      turns.giveBack(busy, false)
    }
    assert.strictEqual(room(turns, busy), limits.perDestination - 1)
  })

  it("never gives a tenant more than its limit, over however many destinations", () => {
    const turns = makeFairTurns(limits)
    let taken = 0
    for (let path = 0; path < 30; path += 1) taken += fill(turns, of(1, `${path}`))
    assert.strictEqual(taken, limits.perTenant)
  })

  it("leaves something for the next tenant, when others hang one after the other", () => {
    const turns = makeFairTurns(limits)
    for (const tenant of [1, 2, 3]) {
      for (let path = 0; path < 30; path += 1) fill(turns, of(tenant, `${path}`))
    }
    assert.isAbove(fill(turns, of(4)), 0)
  })

  it("asks for half of what a claim failed with, down to one, and for one more after each that did not", () => {
    const turns = makeFairTurns(limits)
    const totals = [true, true, true, true, true, true, false, false, true, false].map((hasFailed) => {
      turns.learn(turns.room(), hasFailed)
      return turns.room().total
    })
    assert.deepStrictEqual(totals, [16, 8, 4, 2, 1, 1, 2, 3, 1, 2])
    for (let claims = 0; claims < limits.total; claims += 1) turns.learn(turns.room(), false)
    assert.strictEqual(turns.room().total, limits.total / 2)
  })

  it("says whom a place that is given back may have kept waiting", () => {
    const turns = makeFairTurns(limits)
    turns.take(of(1))
    assert.isFalse(turns.giveBack(of(1), false))
    fill(turns, of(1))
    assert.isTrue(turns.giveBack(of(1), false))
  })

  it("says so of a tenant that has all it may have, though none of its destinations has", () => {
    const turns = makeFairTurns({ ...limits, perNewDestination: limits.perTenant })
    for (let path = 0; path < limits.perTenant; path += 1) turns.take(of(1, `${path}`))
    assert.isTrue(turns.giveBack(of(1, "0"), false))
    assert.isFalse(turns.giveBack(of(1, "1"), false))
  })

  const Steps = Schema.Array(
    Schema.Struct({
      tenant: Schema.Literals([1, 2, 3]),
      path: Schema.Literals(["a", "b"]),
      step: Schema.Literals(["take", "take", "answer", "hang"])
    })
  )

  it.prop("counts right, whatever happens in whichever order", [Steps], ([steps]) => {
    const turns = makeFairTurns(limits)
    const held: Array<ReturnType<typeof of>> = []
    for (const { path, step, tenant } of steps) {
      const delivery = of(tenant, path)
      const index = held.findIndex(({ destination }) => destination === delivery.destination)
      if (step === "take") {
        turns.take(delivery)
        held.push(delivery)
      } else if (index !== -1) {
        turns.giveBack(delivery, step === "hang")
        held.splice(index, 1)
      }
      assert.strictEqual(turns.room().total, Math.ceil((limits.total - held.length) / 2))
      assert.strictEqual(
        turns.room().tenants.length,
        new Set(held.map(({ workspace }) => workspace.tenantId)).size
      )
    }
    for (const delivery of held) turns.giveBack(delivery, false)
    assert.deepStrictEqual(turns.room().tenants, [])
  })
})
