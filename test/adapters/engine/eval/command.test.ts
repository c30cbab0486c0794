import { assert, describe, it } from "@effect/vitest"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { inFolder, run, writeSet } from "./runCommand.ts"

const rows = [
  { text: "a nude woman on a sofa", labels: { adult: true }, language: "en" },
  { text: "eine nackte Frau", labels: { adult: true }, language: "de" },
  { text: "a watercolour of two foxes", labels: { adult: false, real_person: false } },
  { text: "a photo of Emma Watson", labels: { adult: false, real_person: true } }
]

describe("engine:eval", () => {
  it("measures a folder of data sets, writes a report and compares it with an earlier one", () =>
    inFolder(async (folder) => {
      await writeSet(folder, "mine", rows)
      const report = join(folder, "report.json")
      const first = await run(["--data", folder, "--samples", "20", "--out", report])
      assert.isFalse(first.failed, first.output)
      for (const line of [
        "mine: 4 rows",
        "adult: 4 labelled, 2 positive",
        "recall at 0.30, de",
        "kept under masks"
      ]) {
        assert.include(first.output, line)
      }
      for (const { text } of rows) assert.notInclude(first.output, text)
      const written = await readFile(report, "utf8")
      for (const { text } of rows) assert.notInclude(written, text)
      const earlier = JSON.parse(written)
      earlier.engineVersion = "builtin-earlier"
      earlier.sets[0].checks.adult.measures.recallAtAct.value = 0.25
      await writeFile(report, JSON.stringify(earlier))
      const second = await run(["--data", folder, "--samples", "0", "--compare", report])
      assert.include(second.output, "Compared with builtin-earlier")
      assert.include(second.output, "(was 0.2500)")
    }))

  it("says what is wrong with a folder, a data set or a report", () =>
    inFolder(async (folder) => {
      const empty = await run(["--data", folder])
      assert.isTrue(empty.failed)
      assert.include(empty.output, "holds no data set")
      await writeFile(join(folder, "bad.jsonl"), '{"text":"a secret","labels":{"adult":"yes"}}')
      const bad = await run(["--data", folder])
      assert.isTrue(bad.failed)
      assert.include(bad.output, "bad, line 1")
      assert.notInclude(bad.output, "a secret")
      const report = await run(["--data", folder, "--compare", join(folder, "bad.jsonl")])
      assert.isTrue(report.failed)
      assert.include(report.output, "is not a report of this command with the same options")
      await writeFile(join(folder, "a.jsonl"), Buffer.from('{"text":"caf\xe9","labels":{}}', "latin1"))
      assert.include((await run(["--data", folder])).output, "a.jsonl is not UTF-8")
      await rm(join(folder, "a.jsonl"))
      await mkdir(join(folder, "a.jsonl"))
      assert.include((await run(["--data", folder])).output, "a.jsonl cannot be read")
      const nowhere = await run(["--data", folder, "--out", join(folder, "nowhere", "report.json")])
      assert.isTrue(nowhere.failed)
      assert.include(nowhere.output, "cannot be written")
    }))
})
