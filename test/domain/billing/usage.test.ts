import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { dayRange, isDay, noUsage, totalOf } from "../../../src/domain/billing/usage.ts"

const now = DateTime.makeUnsafe("2026-03-01T23:59:59.999Z")

describe("isDay", () => {
  it("knows the calendar", () => {
    for (const day of ["2024-02-29", "2026-12-31", "1970-01-01"]) assert.isTrue(isDay(day), day)
    for (const day of [
      "2026-02-29",
      "0000-01-01",
      "2026-04-31",
      "2026-13-01",
      "2026-00-01",
      "26-01-01",
      "2026-1-1",
      "",
      "x"
    ]) {
      assert.isFalse(isDay(day), day)
    }
  })
})

describe("dayRange", () => {
  const range = (from?: string, to?: string) =>
    dayRange({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }, now)

  it("is today and the 29 days before, unless said otherwise", () => {
    assert.deepStrictEqual(range(), Result.succeed({ from: "2026-01-31", to: "2026-03-01" }))
    assert.deepStrictEqual(range("2026-02-01"), Result.succeed({ from: "2026-02-01", to: "2026-03-01" }))
    assert.deepStrictEqual(
      range(undefined, "2024-03-01"),
      Result.succeed({ from: "2024-02-01", to: "2024-03-01" })
    )
  })

  it("has at least one day, and as many more as the calendar has", () => {
    assert.isTrue(Result.isSuccess(range("2026-03-01", "2026-03-01")))
    assert.isTrue(Result.isSuccess(range("0001-01-01", "9999-12-31")))
    assert.deepStrictEqual(
      range(undefined, "0001-01-05"),
      Result.succeed({ from: "0001-01-01", to: "0001-01-05" })
    )
    assert.isTrue(Result.isFailure(range("2026-03-02", "2026-03-01")))
    assert.isTrue(Result.isFailure(range("2026-03-02")))
  })
})

describe("totalOf", () => {
  it("adds up each count", () => {
    const day = { day: "2026-03-01", checks: 4, blocked: 3, reviewed: 2, inputTokens: 1 }
    assert.deepStrictEqual(totalOf([]), noUsage)
    assert.deepStrictEqual(totalOf([day, day]), { checks: 8, blocked: 6, reviewed: 4, inputTokens: 2 })
  })
})
