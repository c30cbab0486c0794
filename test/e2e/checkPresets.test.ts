import { assert, describe, it } from "@effect/vitest"
import type { Scores } from "../fakes/ScriptedEngineServer.ts"
import { asking, decide, shareService } from "./fixture.ts"
import { presetDocument } from "./Storage.ts"
import type { TestWorkspace } from "./Storage.ts"

const fixture = shareService()

type Row = readonly [scores: Scores, outcome: string, ...tags: ReadonlyArray<string>]

/** Just under a line. */
const below = (line: number) => line - 1e-9

/** Written from the table of presets: on every line, and just under it. */
const expected: Readonly<Record<string, ReadonlyArray<Row>>> = {
  "adult-platform": [
    [{}, "allow"],
    [{ minors_sexual: 0.5 }, "block"],
    [{ minors_sexual: 1 }, "block"],
    [{ minors_sexual: below(0.5) }, "review"],
    [{ minors_sexual: 0.3 }, "review"],
    [{ minors_sexual: below(0.3) }, "allow"],
    [{ adult: 1 }, "allow", "adult"],
    [{ adult: 0.7 }, "allow", "adult"],
    [{ adult: below(0.7) }, "allow", "adult-review"],
    [{ adult: 0.35 }, "allow", "adult-review"],
    [{ adult: below(0.35) }, "allow"],
    [{ real_person: 0.5 }, "review"],
    [{ real_person: below(0.5) }, "allow", "real-person"],
    [{ real_person: 0.3 }, "allow", "real-person"],
    [{ real_person: below(0.3) }, "allow"],
    [{ copyrighted_ip: 0.5 }, "allow", "ip"],
    [{ copyrighted_ip: below(0.5) }, "allow", "ip-review"],
    [{ copyrighted_ip: 0.3 }, "allow", "ip-review"],
    [{ copyrighted_ip: below(0.3) }, "allow"],
    [{ adult: 0.9, real_person: 0.4, copyrighted_ip: 0.6 }, "allow", "adult", "real-person", "ip"],
    [{ minors_sexual: 0.9, adult: 0.9, real_person: 0.9 }, "block", "adult"],
    [{ minors_sexual: 0.4, copyrighted_ip: 0.4 }, "review", "ip-review"],
    [{ adult: { score: 0.1, reviewScore: 0.35 } }, "allow", "adult-review"],
    [{ adult: { score: 0.7, reviewScore: 0 } }, "allow", "adult"],
    [{ minors_sexual: { score: 0.49, reviewScore: 0.99 } }, "review"],
    [{ minors_sexual: { score: 0.4, reviewScore: 0.29 } }, "allow"]
  ],
  "chat-assistant": [
    [{}, "allow"],
    [{ minors_sexual: 0.5 }, "block"],
    [{ minors_sexual: 0.3 }, "review"],
    [{ minors_sexual: below(0.3) }, "allow"],
    [{ adult: 0.5 }, "block"],
    // Level 2 is above max_level 1, so the act line is never met first.
    [{ adult: 0.2 }, "block"],
    [{ adult: below(0.2) }, "allow"],
    [{ adult: { score: 0.1, reviewScore: 0.3 } }, "review"],
    [{ adult: { score: 0.1, reviewScore: below(0.3) } }, "allow"],
    [{ real_person: 1, copyrighted_ip: 1 }, "allow"]
  ],
  "stock-imagery": [
    [{}, "allow"],
    [{ minors_sexual: 0.5 }, "block"],
    [{ minors_sexual: 0.3 }, "block"],
    [{ minors_sexual: below(0.3) }, "allow"],
    [{ adult: 0.5 }, "block"],
    [{ adult: 0.4 }, "block"],
    [{ adult: below(0.4) }, "review"],
    [{ adult: 0.3 }, "review"],
    [{ adult: below(0.3) }, "allow"],
    [{ real_person: 0.5 }, "block"],
    [{ real_person: below(0.5) }, "review"],
    [{ real_person: 0.3 }, "review"],
    [{ real_person: below(0.3) }, "allow"],
    [{ copyrighted_ip: 0.4 }, "block"],
    [{ copyrighted_ip: below(0.4) }, "review"],
    [{ copyrighted_ip: 0.2 }, "review"],
    [{ copyrighted_ip: below(0.2) }, "allow"]
  ],
  "family-app": [
    [{}, "allow"],
    [{ minors_sexual: 0.5 }, "block"],
    [{ minors_sexual: 0.3 }, "block"],
    [{ minors_sexual: below(0.3) }, "allow"],
    [{ adult: 0.35 }, "block"],
    [{ adult: 0.2 }, "block"],
    [{ adult: below(0.2) }, "allow"],
    [{ adult: { score: 0.1, reviewScore: 0.2 } }, "review"],
    [{ real_person: 0.3 }, "review"],
    [{ real_person: below(0.3) }, "allow", "real-person"],
    [{ real_person: 0.15 }, "allow", "real-person"],
    [{ real_person: below(0.15) }, "allow"],
    [{ copyrighted_ip: 0.3 }, "review"],
    [{ copyrighted_ip: below(0.3) }, "allow", "ip"],
    [{ copyrighted_ip: 0.15 }, "allow", "ip"],
    [{ copyrighted_ip: below(0.15) }, "allow"]
  ]
}

const decidedBy = async (workspace: TestWorkspace, prompt: string) => {
  const { id } = await decide(fixture.service, workspace.live, asking(prompt))
  return (await fixture.storage.decision(workspace, "live", id))?.decidedBy
}

describe("what a preset makes of scores", () => {
  for (const [preset, rows] of Object.entries(expected)) {
    it(`is what its table says for ${preset}, on each line and just under it`, async () => {
      const { engine, service, storage } = fixture
      const { live } = await storage.createWorkspace({ policy: preset })
      const answers = await Promise.all(
        rows.map(async ([scores]) => decide(service, live, asking(engine.prompt(scores))))
      )
      const got = answers.map(({ outcome, tags }, index) => [rows[index]?.[0], outcome, ...tags])
      assert.deepStrictEqual(
        got,
        rows.map((row) => [...row])
      )
    })
  }

  it("takes youth_coded_adult in place of on_review for a stated adult presented young", async () => {
    const { engine, storage } = fixture
    const coded = { minors_sexual: { score: 0.1, reviewScore: 0.4 } }
    const text = "a portrait of a 25 year old woman"
    for (const [preset, type] of [
      ["adult-platform", "review"],
      ["chat-assistant", "block"]
    ] as const) {
      const workspace = await storage.createWorkspace({ policy: preset })
      assert.deepStrictEqual(await decidedBy(workspace, engine.prompt(coded, text)), {
        check: "minors_sexual",
        policyLine: "youth_coded_adult",
        action: { type }
      })
      assert.deepStrictEqual(await decidedBy(workspace, engine.prompt(coded)), {
        check: "minors_sexual",
        policyLine: "checks.minors_sexual.on_review",
        action: { type: "review" }
      })
    }
  })

  it("keeps on_review where it is stricter than youth_coded_adult", async () => {
    const { engine, storage } = fixture
    const policy = { ...presetDocument("stock-imagery"), youthCodedAdult: "review" } as const
    const workspace = await storage.createWorkspace({ policy })
    const prompt = engine.prompt({ minors_sexual: { score: 0.1, reviewScore: 0.4 } }, "a 30 year old man")
    assert.deepStrictEqual(await decidedBy(workspace, prompt), {
      check: "minors_sexual",
      policyLine: "checks.minors_sexual.on_review",
      action: { type: "block" }
    })
  })

  it("names the first check, in policy order, that has the outcome's severity", async () => {
    const { engine, storage } = fixture
    const workspace = await storage.createWorkspace()
    assert.deepStrictEqual(await decidedBy(workspace, engine.prompt({ adult: 0.9, copyrighted_ip: 0.9 })), {
      check: "adult",
      policyLine: "checks.adult.on_act",
      action: { type: "tag", tag: "adult" }
    })
    assert.deepStrictEqual(await decidedBy(workspace, engine.prompt({ adult: 0.9, real_person: 0.9 })), {
      check: "real_person",
      policyLine: "checks.real_person.on_act",
      action: { type: "review" }
    })
    assert.isNull(await decidedBy(workspace, engine.prompt()))
  })

  it("raises the minors scores for a counted floor and says so in fired", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const counted = engine.prompt({ adult: 0.3 }, "a 15 year old")
    const answer = await decide(service, live, asking(counted))
    assert.strictEqual(answer.outcome, "block")
    assert.deepStrictEqual(answer.checks.minors_sexual, {
      score: 0.5,
      review_score: 0.5,
      fired: ["floor:age"]
    })
    const uncounted = await decide(service, live, asking(engine.prompt({ adult: 0.29 }, "a 15 year old")))
    assert.deepStrictEqual(uncounted.checks.minors_sexual, { score: 0, review_score: 0, fired: [] })
  })

  it("counts a floor by the engine's adult score also where the adult check is off", async () => {
    const { engine, service, storage } = fixture
    const document = presetDocument("adult-platform")
    const checks = document.checks.map((rule) =>
      rule.check === "adult" ? { ...rule, enabled: false } : rule
    )
    const { live } = await storage.createWorkspace({ policy: { ...document, checks } })
    const answer = await decide(service, live, asking(engine.prompt({ adult: 0.3 }, "a 15 year old")))
    assert.strictEqual(answer.outcome, "block")
    assert.deepStrictEqual(Object.keys(answer.checks), ["minors_sexual", "real_person", "copyrighted_ip"])
  })
})
