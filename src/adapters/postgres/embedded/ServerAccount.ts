import { Effect } from "effect"
import { readFile, stat } from "node:fs/promises"
import { attempt, EmbeddedPostgresFailed } from "./EmbeddedPostgresFailed.ts"

/** The account that the server runs as. */
export interface ServerAccount {
  readonly uid: number
  readonly gid: number
}

/** initdb demands an account with a name, so an unused number will not do. */
const candidates = ["postgres", "nobody"]

const accountNamed = (passwd: string, name: string): ReadonlyArray<ServerAccount> =>
  passwd
    .split("\n")
    .map((line) => line.split(":"))
    .filter(([account]) => account === name)
    .map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)

/**
 * Postgres refuses to run as root. For root, this is the owner of the existing cluster, or else `postgres` or `nobody`.
 * For everybody else it is undefined, and the server runs under their own account.
 */
export const serverAccount = Effect.fn("serverAccount")(function* (clusterDirectory: string) {
  if (process.getuid?.() !== 0) return undefined
  const owner = yield* Effect.tryPromise(() => stat(clusterDirectory)).pipe(
    Effect.map(({ uid, gid }): ServerAccount => ({ uid, gid })),
    Effect.orElseSucceed(() => undefined)
  )
  if (owner !== undefined && owner.uid > 0) return owner
  const passwd = yield* attempt("read /etc/passwd", () => readFile("/etc/passwd", "utf8"))
  const [account] = candidates.flatMap((name) => accountNamed(passwd, name))
  if (account !== undefined) return account
  return yield* new EmbeddedPostgresFailed({
    message: "Postgres does not run as root, and there is no account nobody: start as an ordinary user"
  })
})
