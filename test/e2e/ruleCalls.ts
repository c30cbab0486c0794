import type { Service } from "../support/serviceProcess.ts"
import { call as send } from "./call.ts"

/** Calls of the endpoints of rules and end users with one key. A body is sent as its JSON. */
export const ruleCalls = (service: Service, key: string) => {
  const call = (method: string, path: string, body?: unknown) =>
    send(service, key, method, `/v1/${path}`, body)
  const user = (id: string) => `users/${encodeURIComponent(id)}`
  return {
    list: () => call("GET", "rules"),
    get: (id: string) => call("GET", `rules/${id}`),
    create: (body: unknown) => call("POST", "rules", body),
    change: (id: string, body: unknown) => call("PATCH", `rules/${id}`, body),
    remove: (id: string) => call("DELETE", `rules/${id}`),
    user: (id: string) => call("GET", user(id)),
    pause: (id: string, body?: unknown) => call("POST", `${user(id)}/pause`, body),
    resume: (id: string, body?: unknown) => call("POST", `${user(id)}/resume`, body)
  }
}

export const tagging = (some: object = {}) => ({
  name: "Three blocks",
  when: { outcome: ["block"] },
  count: 3,
  window_seconds: 3_600,
  then: { type: "tag", tag: "watch" },
  ...some
})

export const pausing = (some: object = {}) => tagging({ then: { type: "pause", seconds: null }, ...some })
