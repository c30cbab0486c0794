import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createServer } from "node:net"
import { networkInterfaces } from "node:os"
import { HostResolver, HostResolverNode } from "../../../src/adapters/delivery/HostResolver.ts"
import { startDnsServer } from "../../support/dnsServer.ts"
import { listen } from "../../support/listen.ts"
import { answer, startReceiver } from "../../support/webhookReceiver.ts"
import { sendTo } from "./sending.ts"

interface Canary {
  readonly address: string
  readonly port: number
  connections: number
}

const listenOn = (address: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const canary: Canary & { connections: number } = { address, port: 0, connections: 0 }
      const server = createServer((socket) => {
        canary.connections += 1
        socket.destroy()
      })
      return { server, canary: Object.assign(canary, { port: await listen(server, address) }) }
    }),
    ({ server }) => Effect.sync(() => server.close())
  ).pipe(Effect.map(({ canary }) => canary))

/** The private addresses that this machine has, beside its loopback. */
const ownAddresses = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ address, internal }) => !internal && /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address))
  .map(({ address }) => address)

const loopback = Array.from({ length: 30 }, (_, index) => `127.0.${index}.${index + 1}`)

/** Everything under which a listener on an IPv4 address may be reached, if one is careless. */
const disguises = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number)
  const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  return [address, `::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`, `::${hex}`]
}

const addressesOf = new Map<string, ReadonlyArray<string>>()

const ownDns = Effect.acquireRelease(
  Effect.promise(() => startDnsServer((name) => addressesOf.get(name) ?? [])),
  ({ close }) => Effect.sync(close)
)

describe("names that lead to this machine or its network", () => {
  it.live("reach none of thirty listeners, whatever their addresses look like", () =>
    Effect.gen(function* () {
      const dns = yield* ownDns
      const resolver = HostResolverNode({ servers: [dns.address] })
      const canaries = yield* Effect.forEach([...loopback, ...ownAddresses], listenOn)
      const call = (canary: Canary, name: string, addresses: ReadonlyArray<string>) => {
        addressesOf.set(name, addresses)
        return sendTo(`https://${name}:${canary.port}/`, { resolver })
      }
      for (const [index, canary] of canaries.entries()) {
        const forms = disguises(canary.address)
        const alone = forms.map((form, form_) => [`c${index}-${form_}.example.com`, [form]] as const)
        for (const [name, addresses] of [...alone, [`c${index}.example.com`, forms] as const]) {
          assert.deepStrictEqual(yield* call(canary, name, addresses), {
            statusCode: null,
            fault: "address_refused"
          })
        }
        // As a literal, too, and behind another scheme.
        for (const url of [
          `https://${canary.address}:${canary.port}/`,
          `http://${canary.address}:${canary.port}/`
        ]) {
          assert.strictEqual((yield* sendTo(url, { resolver })).fault, "address_refused")
        }
      }
      const everywhere = yield* listenOn("::")
      for (const address of ["0.0.0.0", "::", "::1", "127.0.0.1"]) {
        const answer = yield* call(everywhere, "everywhere.example.com", [address])
        assert.strictEqual(answer.fault, "address_refused", address)
      }
      assert.isAtLeast(canaries.length, 30)
      assert.isAbove(dns.asked.length, 300)
      assert.deepStrictEqual(
        [...canaries, everywhere].filter(({ connections }) => connections > 0),
        []
      )
    })
  )

  it.live("are looked up once for a call: what was checked is what is called", () =>
    Effect.gen(function* () {
      const receiver = yield* Effect.acquireRelease(Effect.promise(startReceiver), ({ close }) =>
        Effect.promise(close)
      )
      const [, port] = receiver.host.split(":")
      let asked = 0
      // The second answer would lead elsewhere.
      const rebinding = Layer.succeed(HostResolver, {
        public: () => Effect.succeed([]),
        local: () => Effect.sync(() => [(asked += 1) === 1 ? "127.0.0.1" : "127.9.9.9"])
      })
      const path = new URL(receiver.hook(answer(204))).pathname
      const name = `hooks.example.com:${port}`
      const reply = yield* sendTo(`http://${name}${path}`, { resolver: rebinding, allowedHosts: [name] })
      assert.deepStrictEqual(reply, { statusCode: 204, fault: null })
      assert.strictEqual(asked, 1)
      assert.strictEqual(receiver.calls(`http://${name}${path}`)[0]?.headers["host"], name)
    })
  )

  it.live("are not called when they have no address", () =>
    Effect.gen(function* () {
      const dns = yield* ownDns
      const resolver = HostResolverNode({ servers: [dns.address] })
      assert.deepStrictEqual(yield* sendTo("https://nowhere.example.com/", { resolver }), {
        statusCode: null,
        fault: "name_not_resolved"
      })
    })
  )
})
