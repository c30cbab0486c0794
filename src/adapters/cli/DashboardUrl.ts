import { Context } from "effect"

/** The dashboard's address, which answers about plans refer to. */
export class DashboardUrl extends Context.Service<DashboardUrl, string>()(
  "prescreen/adapters/cli/DashboardUrl"
) {}
