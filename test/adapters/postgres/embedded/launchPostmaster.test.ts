import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Ref } from "effect"
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { initialiseCluster, openCluster } from "../../../../src/adapters/postgres/embedded/Cluster.ts"
import { launchPostmaster, stopServer } from "../../../../src/adapters/postgres/embedded/launchPostmaster.ts"
import { bundledBinaries } from "../../../../src/adapters/postgres/embedded/PostgresBinaries.ts"
import { findPostmaster } from "../../../../src/adapters/postgres/embedded/Postmaster.ts"
import { serverAccount } from "../../../../src/adapters/postgres/embedded/ServerAccount.ts"
import { temporaryDirectory } from "./fixtures/owners.ts"

/** Has no command line for a while, as every process while its program is being loaded, and is then the server. */
const slowToLoad = (postgres: string) =>
  `#!/usr/bin/perl\n$0 = "loading"; select(undef, undef, undef, 0.3); exec '${postgres}', @ARGV;\n`

describe("a server", () => {
  it.live("is waited for while its program is being loaded", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const cluster = yield* openCluster(directory)
      const account = yield* serverAccount(cluster.directory)
      const binaries = yield* bundledBinaries(account)
      yield* initialiseCluster(cluster, binaries, account)
      const postgres = join(directory, "slow")
      yield* Effect.promise(async () => {
        await writeFile(postgres, slowToLoad(binaries.postgres), { mode: 0o755 })
        // The account of the server may be another one.
        await chmod(directory, 0o711)
      })
      const server = {
        cluster,
        binaries: { ...binaries, postgres },
        account,
        socketDirectory: cluster.directory,
        connections: 10,
        pid: yield* Ref.make(Option.none<number>())
      }
      yield* Effect.addFinalizer(() => stopServer(server))
      yield* launchPostmaster(server)
      const found = Option.getOrThrow(yield* findPostmaster(cluster))
      assert.deepStrictEqual([found.ready, yield* Ref.get(server.pid)], [true, Option.some(found.pid)])
    })
  )
})
