import { Effect } from "effect"
import { Command } from "effect/cli"
import { AuditLog } from "../../domain/tenancy/AuditLog.ts"
import { tenant } from "./arguments.ts"
import { assertTenant } from "./knownTenant.ts"
import { CommandFailed, json, print } from "./output.ts"

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
).pipe(Command.withDescription("Prove that a tenant's audit log is as it was written"))

export const auditCommand = Command.make("audit").pipe(
  Command.withDescription("Look at the log of what was changed, and by whom"),
  Command.withSubcommands([verify])
)
