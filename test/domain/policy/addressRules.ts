import { describeHost } from "../../../src/adapters/hostnames/describeHost.ts"
import { webhookAddressProblems } from "../../../src/domain/policy/webhookAddress.ts"

const rules = {
  describeHost,
  serviceUrls: [
    "https://api.prescreen.dev",
    "https://Dashboard.Prescreen.dev:8443/app",
    "https://b\u00fccher.prescreen.dev.",
    "https://\u691c\u67fb.prescreen.dev",
    "http://screening.intranet:8080"
  ],
  allowedHosts: ["127.0.0.1:9000", "[::1]:9001", "Hooks.lan:80", "hooks.lan:8443"]
}

export const problems = (url: string) => webhookAddressProblems(url, rules)
