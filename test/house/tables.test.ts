import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Cron } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { lexiconGroup } from "../../src/adapters/engine/builtin/labels.ts"
import { decodeModel } from "../../src/adapters/engine/builtin/Model.ts"
import type { PhraseTrie } from "../../src/adapters/engine/builtin/PhraseTrie.ts"
import { goesOnBit } from "../../src/adapters/engine/builtin/PhraseTrie.ts"
import { MaintenanceLayer } from "../../src/adapters/postgres/MaintenanceLayer.ts"
import { ScheduledJobs } from "../../src/adapters/postgres/ScheduledJobs.ts"
import { planNames, plans } from "../../src/domain/billing/plans.ts"
import type { Limits } from "../../src/domain/billing/plans.ts"
import type { Action } from "../../src/domain/policy/Action.ts"
import { webhookEvents } from "../../src/domain/policy/PolicyDocument.ts"
import { presets } from "../../src/domain/policy/presets.ts"
import type { Preset } from "../../src/domain/policy/presets.ts"
import { AttemptFault } from "../../src/domain/webhooks/Delivery.ts"
import { startProcess } from "../adapters/postgres/process.ts"
import { serviceVariables } from "../configVariables.ts"
import { paymentVariables } from "../paymentVariables.ts"
import { requestLimitVariables } from "../requestLimitVariables.ts"
import { createDatabase } from "../support/database.ts"
import { codesIn, readDocument, tableBelow, tableFrom } from "../support/documentTables.ts"
import { root } from "../support/operatorCommand.ts"
import { telemetryVariables } from "../telemetryVariables.ts"
import { webhookVariables } from "../webhookVariables.ts"

const variables = {
  ...serviceVariables,
  ...requestLimitVariables,
  ...paymentVariables,
  ...webhookVariables
}

/** Defaults that depend on something else. */
const described = new Set(["PUBLIC_URL", "DASHBOARD_URL", "MASTER_KEY", "LOG_FORMAT", "STRIPE_API_URL"])

const documented = new Map(
  tableBelow("docs/operations.md", "Environment").flatMap(([names = "", defaults = ""]) => {
    const values = codesIn(defaults)
    return codesIn(names).map((name, index) => [name, values[index] ?? defaults] as const)
  })
)

const valueIn = async (name: string, environment: Readonly<Record<string, string>>) => {
  for (const each of [...Object.keys(variables), ...Object.keys(telemetryVariables)]) {
    vi.stubEnv(each, environment[each])
  }
  vi.resetModules()
  const { configuration } = await import("../../src/config.ts")
  return variables[name]?.value(await Effect.runPromise(configuration))
}

describe("the environment in docs/operations.md", () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it("has a row for every variable, and for no other", () => {
    assert.sameMembers([...documented.keys()], [...Object.keys(variables), "OTEL_*"])
    assert.deepStrictEqual(
      Object.keys(telemetryVariables).filter((name) => !name.startsWith("OTEL_")),
      []
    )
  })

  it.each(Object.entries(variables).filter(([name]) => !described.has(name)))(
    "has the default of %s",
    async (name, { beside = {}, unset }) => {
      const text = documented.get(name) ?? ""
      if (text === "unset" || text === "empty") {
        assert.isTrue(name in beside || ["null", "[]"].includes(JSON.stringify(unset ?? null)), name)
      } else assert.deepStrictEqual(await valueIn(name, { ...beside, [name]: text }), unset, text)
    }
  )
})

const limitNames: Readonly<Record<keyof Limits, string>> = {
  includedDecisions: "decisions included a month",
  policies: "policies",
  rules: "rules",
  reviewerSeats: "reviewer seats",
  retentionDays: "days that prompts are kept",
  playgroundBulkRows: "rows of a bulk run",
  rateLimitPerMinute: "requests a minute, each key",
  liveChecks: "live checks",
  testChecksPerMonth: "test checks a month"
}

const shownLimit = (limit: number | boolean | null): string => {
  if (limit === null) return "unlimited"
  return typeof limit === "number" ? limit.toLocaleString("en") : limit ? "yes" : "no"
}

const isLimit = (name: string): name is keyof Limits => name in limitNames

describe("the plans in docs/operations.md", () => {
  it("are those of the code", () => {
    const rows = Object.keys(plans.none.limits)
      .filter(isLimit)
      .map((limit) => [limitNames[limit], ...planNames.map((name) => shownLimit(plans[name].limits[limit]))])
    assert.deepStrictEqual(tableBelow("docs/operations.md", "Plans"), rows)
  })
})

describe("the jobs in docs/operations.md", () => {
  it.effect("are those that are scheduled, at their hours", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      const jobs: Array<readonly [name: string, cron: Cron.Cron]> = []
      const Recording = Layer.succeed(ScheduledJobs, {
        schedule: ({ cron, name }) => Effect.sync(() => void jobs.push([name, cron]))
      })
      yield* Layer.build(MaintenanceLayer.pipe(Layer.provide(Recording))).pipe(Effect.provide(process))
      const padded = (numbers: ReadonlySet<number>) => [...numbers].join().padStart(2, "0")
      assert.deepStrictEqual(
        tableBelow("docs/operations.md", "Jobs").map(([name, when]) => [name, when]),
        jobs.map(([name, { hours, minutes }]) => [`\`${name}\``, `${padded(hours)}:${padded(minutes)} daily`])
      )
    })
  )
})

const shownAction = (action: Action) => (action.type === "tag" ? `tag \`${action.tag}\`` : action.type)

const shownRule = ({ policy }: Preset, check: string): string => {
  const rule = policy.checks.find((rule) => rule.check === check)
  if (rule === undefined || rule.enabled === false) return "off"
  const { act, onAct, onReview, review } = rule
  return `${act.toFixed(2)} ${shownAction(onAct)}, ${review.toFixed(2)} ${shownAction(onReview)}`
}

describe("the presets in docs/policies.md", () => {
  it("are those of the code", () => {
    const rows = ["minors_sexual", "adult", "real_person", "copyrighted_ip"].map((check) => [
      check,
      ...presets.map((preset) => shownRule(preset, check))
    ])
    assert.deepStrictEqual(tableBelow("docs/policies.md", "Presets"), [
      ...rows,
      ["adult.max_level", ...presets.map(({ policy }) => String(policy.adultMaxLevel))],
      ["youth_coded_adult", ...presets.map(({ policy }) => policy.youthCodedAdult)]
    ])
  })
})

describe("the tables in docs/webhooks.md", () => {
  const codesOfFirstColumn = (start: string) =>
    tableFrom("docs/webhooks.md", start).flatMap(([codes = ""]) => codesIn(codes))

  it("have every event", () => {
    assert.sameMembers(codesOfFirstColumn("| event |"), [...webhookEvents])
  })

  it("have every fault of an attempt", () => {
    assert.sameMembers(codesOfFirstColumn("| fault |"), [...AttemptFault.literals])
  })
})

describe("the built-in engine in docs/engine.md", () => {
  const page = readDocument("docs/engine.md").replaceAll(/\s+/g, " ")

  it("has as many terms and names as the page says, to the nearest hundred", () => {
    const bytes = readFileSync(`${root}/src/adapters/engine/builtin/model.bin`)
    const { expressions, lexicon, people, works } = decodeModel(bytes, "any")
    const labelsIn = ({ marks }: PhraseTrie) => [...marks].map((mark) => mark & ~goesOnBit).filter(Boolean)
    const hundreds = (labels: ReadonlyArray<number>) =>
      (Math.round(labels.length / 100) * 100).toLocaleString("en")
    const { factual, harmless, intimate } = lexiconGroup
    const others = new Set<number>([factual, harmless, intimate])
    const terms = labelsIn(lexicon)
    for (const words of [
      `a lexicon of ${hundreds(terms)} entries`,
      `${hundreds(terms.filter((label) => !others.has(label)))} are sexual terms`,
      `${hundreds(labelsIn(expressions))} expressions of love scenes`,
      `${hundreds(labelsIn(people))} names of people`,
      `${hundreds(labelsIn(works))} characters, franchises and brands`,
      `model.bin\` (${Math.round(bytes.length / 1_000)} kB)`
    ]) {
      assert.include(page, words)
    }
  })

  it("is made from no file that the page does not list", () => {
    const folder = "src/adapters/engine/build"
    const sources = readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readDocument(`${folder}/${name}`))
    const files = sources.flatMap((text) =>
      [...text.matchAll(/"(?:[\w-]+\/)?([\w-]+\.(?:csv|json|jsonl\.gz|txt|yaml))"/g)].map(
        ([, file = ""]) => file
      )
    )
    assert.isAbove(files.length, 30)
    assert.deepStrictEqual(
      files.filter((file) => !page.includes(file) && file !== "lex-ldnoobw-en.txt"),
      []
    )
  })
})
