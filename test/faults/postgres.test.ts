import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { execFileSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { freezePostgres, signal } from "../support/freezePostgres.ts"
import { postmasterPid } from "../support/postmasterPid.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { assertWhole, checkMeanwhile, describeLedger, sendKeyless } from "./acknowledged.ts"
import type { Ledger, Target } from "./acknowledged.ts"
import { patience, report, scaled } from "./scale.ts"

/** Lets a fault happen so many times under load, each time until checks are answered again, and looks at the books. */
const endure = async (
  name: string,
  service: Service,
  times: number,
  fault: (target: Target, ledger: Ledger) => Promise<void>
) => {
  const { data } = JSON.parse((await service.cli(["tenants", "list", "--json"])).stdout)
  const lifted = await service.cli(["tenants", "limits", data[0].id, "--rate-limit-per-minute", "1000000"])
  assert.strictEqual(lifted.code, 0, lifted.stderr)
  let slowest = 0
  const ledger = await checkMeanwhile(service, service.keys.live, async (target, ledger) => {
    for (let happened = 0; happened < times && !target.finished; happened += 1) {
      await delay(randomInt(100, 400))
      await fault(target, ledger)
      const over = performance.now()
      await until("checks are answered again", () => sendKeyless(target, ledger, "two foxes"))
      slowest = Math.max(slowest, performance.now() - over)
    }
  })
  report(
    `${name} ${times} times: ${describeLedger(ledger)}; answered again after ${(slowest / 1_000).toFixed(1)} s at the most`
  )
  assert.isAbove(ledger.lost, 0, "no fault hit a check under way")
  const url = await Effect.runPromise(findEmbeddedPostgres(service.data.dataDirectory ?? ""))
  await assertWhole(Option.getOrThrow(url), ledger)
  assert.notInclude(service.stderr(), "mistake of ours")
}

describe("a Postgres that is ill-treated under load loses nothing, and the service goes on by itself", () => {
  it("when it is stopped in immediate mode", { timeout: patience }, async () => {
    await using service = await startService({ database: "embedded" })
    await endure("Postgres stopped in immediate mode", service, scaled(1, 20), async () => {
      const pid = await postmasterPid(service.data.dataDirectory)
      signal(pid, "SIGQUIT")
      await delay(100)
    })
  })

  it("when it is frozen", { timeout: patience }, async () => {
    await using service = await startService({ database: "embedded" })
    await endure("Postgres frozen", service, scaled(1, 5), async () => {
      const release = await freezePostgres(service.data.dataDirectory)
      await delay(7_000)
      release()
    })
  })
})

/** A file system of its own, so small that it can be filled; undefined where this machine does not let us mount one. */
const smallDisk = async () => {
  const directory = await mkdtemp(join(tmpdir(), "prescreen-disk-"))
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=320m,mode=755", "tmpfs", directory], {
      stdio: "ignore"
    })
  } catch {
    await remove()
    return undefined
  }
  return {
    directory,
    [Symbol.asyncDispose]: async () => {
      execFileSync("umount", ["-l", directory])
      await remove()
    }
  }
}

const fill = async (directory: string) => {
  const file = join(directory, "ballast")
  const chunk = Buffer.alloc(1024 * 1024)
  for (const size of [chunk, chunk.subarray(0, 4096)]) {
    for (let full = false; !full;) {
      full = await writeFile(file, size, { flag: "a" }).then(
        () => false,
        () => true
      )
    }
  }
  return () => rm(file)
}

describe("a disk that is full", () => {
  it("stops checks until there is room again, and loses nothing", { timeout: patience }, async ({ skip }) => {
    await using disk = await smallDisk()
    if (disk === undefined) {
      skip("no file system can be mounted here")
      return
    }
    await using service = await startService({ database: "embedded", parentDirectory: disk.directory })
    await endure("disk filled", service, scaled(1, 3), async (target, ledger) => {
      const free = await fill(disk.directory)
      // The log has room in files that are there already. It is used up before anything is refused.
      await until("checks are refused", async () => !(await sendKeyless(target, ledger, "two foxes")))
      await delay(500)
      await free()
    })
  })
})
