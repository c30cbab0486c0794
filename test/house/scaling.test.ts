import { assert, describe, it } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import {
  assumed,
  bytesTable,
  capacityTable,
  inputBytes,
  keptBytes,
  measured,
  shapeOf,
  volumes
} from "../bench/capacityModel.ts"

const page = readFile(new URL("../../docs/scaling.md", import.meta.url), "utf8")

/** Words as they are, however the page breaks its lines. */
const flat = (text: string) => text.replaceAll(/\s+/g, " ")

describe("docs/scaling.md", () => {
  it("has the tables that the capacity model computes", async () => {
    const text = await page
    assert.include(text, bytesTable())
    assert.include(text, capacityTable())
  })

  it("says what was measured and what is assumed, with the model's figures", async () => {
    const text = flat(await page)
    const { busy, keptDays, peak, price, primary, retentionDays } = assumed
    for (const words of [
      `${measured.serviceCpu} µs of CPU in the service and ${measured.postgresCpu} µs in Postgres`,
      `${measured.walPerDecision.toLocaleString("en")} bytes of write-ahead log`,
      `the busiest minute has ${peak} times the mean`,
      `cores are ${busy * 100} % busy then`,
      `prompts are kept for ${retentionDays} days and all else for ${keptDays}`,
      `${primary.decisionsPerSecond.toLocaleString("en")} decisions a second and ${primary.terabytes} TB`,
      `$${price.core} for a core, $${price.gigabyte} for a gigabyte, $${price.thousandIops} for a thousand writes a second`
    ]) {
      assert.include(text, words)
    }
  })
})

describe("the capacity model", () => {
  it("stores what a decision leaves, for as long as it is kept", () => {
    for (const volume of volumes) {
      const { stored } = shapeOf(volume)
      const bytes = volume * (keptBytes * assumed.keptDays + inputBytes * assumed.retentionDays)
      assert.closeTo(stored, bytes / 1e9, 1e-6 * stored)
    }
  })

  it("asks for at least as much of everything when there is more to decide, and never for nothing", () => {
    const shapes = volumes.map(shapeOf)
    for (const [index, shape] of shapes.entries()) {
      for (const [name, value] of Object.entries(shape)) {
        assert.isAbove(value, 0, name)
        const before = Object.entries(shapes[index - 1] ?? {}).find(([other]) => other === name)?.[1] ?? 0
        assert.isAtLeast(value, before, name)
      }
    }
  })

  it("gives no primary more than it is trusted with", () => {
    for (const { peak, primaries, stored } of volumes.map(shapeOf)) {
      assert.isAtMost(peak / primaries, assumed.primary.decisionsPerSecond)
      assert.isAtMost(stored / primaries / 1_000, assumed.primary.terabytes)
    }
  })
})
