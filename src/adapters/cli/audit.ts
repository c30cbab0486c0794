import { DateTime, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { AuditLog } from "../../domain/tenancy/AuditLog.ts"
import type { AuditedChange } from "../../domain/tenancy/AuditLog.ts"
import { tenant } from "./arguments.ts"
import { assertTenant } from "./assertTenant.ts"
import { CommandFailed, json, print } from "./output.ts"

/** Anyone who wants more entries can query the table. */
const mostEntries = 10_000

const Limit = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= mostEntries) ||
      `must be a whole number from 1 to ${mostEntries}`
  )
)

const toWire = ({ action, actor, after, at, before, entry, subject }: AuditedChange) => ({
  entry,
  at: DateTime.formatIso(at),
  actor,
  action,
  subject,
  before,
  after
})

const list = Command.make(
  "list",
  {
    tenant,
    limit: Flag.String("limit").pipe(
      Flag.withSchema(Limit),
      Flag.withDescription(`How many entries, at most ${mostEntries}. Default: 50`),
      Flag.withMetavar("N"),
      Flag.withDefault("50")
    ),
    json
  },
  Effect.fn(function* ({ json, limit, tenant }) {
    yield* assertTenant(tenant)
    const data = (yield* (yield* AuditLog).list(tenant, Number(limit))).map(toWire)
    yield* print(json, json ? { data } : data)
  })
).pipe(Command.withDescription("List the latest entries of a tenant's audit log, newest last"))

const verify = Command.make(
  "verify",
  { tenant, json },
  Effect.fn(function* ({ json, tenant }) {
    yield* assertTenant(tenant)
    const finding = yield* (yield* AuditLog).verify(tenant)
    yield* print(json, finding)
    if (!finding.ok) {
      return yield* new CommandFailed({
        message: `the audit log of ${tenant} is not as it was written: entry ${finding.entry} is ${finding.reason}`
      })
    }
  })
).pipe(Command.withDescription("Verify that a tenant's audit log is as it was written"))

export const auditCommand = Command.make("audit").pipe(
  Command.withDescription("List or verify the audit log: what was changed, and by whom"),
  Command.withSubcommands([list, verify])
)
