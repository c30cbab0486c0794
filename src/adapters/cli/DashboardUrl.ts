import { Context } from "effect"

/** Where the dashboard is, as answers about plans name it. */
export class DashboardUrl extends Context.Service<DashboardUrl, string>()(
  "prescreen/adapters/cli/DashboardUrl"
) {}
