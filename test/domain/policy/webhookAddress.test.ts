import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { webhookAddressProblems } from "../../../src/domain/policy/webhookAddress.ts"

const serviceHosts = ["api.prescreen.dev", "Dashboard.Prescreen.dev:8443", "b\u00fccher.prescreen.dev."]

const problems = (url: string) => webhookAddressProblems(url, serviceHosts)

const octet = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))

describe("webhookAddressProblems", () => {
  it.each([
    "https://example.com",
    "https://hooks.example.com/prescreen?tenant=1#part",
    "https://hooks.example.com:8443/",
    "HTTPS://Hooks.Example.COM/",
    "https://hooks.example.com./",
    "https://b\u00fccher.example/",
    "https://xn--bcher-kva.xn--p1ai/",
    "https://my_hooks.example.com/",
    "https://1.example.com/",
    "https://10.0.0.1.example.com/",
    "https://localhost.example.com/",
    "https://workers.dev.example.com/",
    "https://notworkers.dev/",
    "https://mylocal.internals.com/",
    "https://prescreen.dev/",
    "https://eu.api.prescreen.dev/",
    `https://${"a".repeat(63)}.example.com/`
  ])("accepts %s", (url) => {
    assert.deepStrictEqual(problems(url), [])
  })

  it.each([
    "",
    "hooks.example.com",
    "//hooks.example.com",
    "https://",
    "https://?",
    "https://hooks.example.com:99999/",
    "https://hooks.exa mple.com/",
    "https://1.2.3.4.5/",
    "https://256.1.1.1/",
    "https://[::1/",
    " https://hooks.example.com/",
    "https://hooks.example.com/\n",
    "https://hooks.exam\tple.com/",
    "https://hooks.example.com\\@10.0.0.1/",
    "https:\\\\hooks.example.com/",
    "https://hooks.example.com/\u0000"
  ])("takes %j for no URL", (url) => {
    assert.deepStrictEqual(problems(url), [
      "is not a valid URL; use one such as https://hooks.example.com/prescreen"
    ])
  })

  it.each([
    "http://hooks.example.com/",
    "ftp://hooks.example.com/",
    "wss://hooks.example.com/",
    "https:hooks.example.com/",
    "https:/hooks.example.com/"
  ])("wants https:// before the name in %s", (url) => {
    assert.deepStrictEqual(problems(url), ["must start with https://"])
  })

  it.each([
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://8.8.8.8/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://0/",
    "https://1.1/",
    "https://%31%32%37.0.0.1/",
    "https://\uff11\uff12\uff17.0.0.1/",
    "https://127\u30020\u30020\u30021/",
    "https://\u2460\u2461\u2466.0.0.1/",
    "https://hooks.example.com@127.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[2001:4860:4860::8888]:8443/"
  ])("sees the IP address in %s", (url) => {
    assert.deepStrictEqual(problems(url), ["must not be an IP address; use a public domain name"])
  })

  it.prop(
    "sees an IPv4 address in every notation",
    [Schema.Tuple([octet, octet, octet, octet])],
    ([[a, b, c, d]]) => {
      const whole = ((a * 256 + b) * 256 + c) * 256 + d
      const notations = [
        `${a}.${b}.${c}.${d}`,
        `${a}.${b}.${c * 256 + d}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `${whole}`,
        `0x${whole.toString(16)}`,
        `0X${whole.toString(16).toUpperCase()}.`,
        `0${whole.toString(8)}`,
        `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`
      ]
      for (const notation of notations) {
        assert.match(problems(`https://${notation}/`)[0] ?? "", /IP address/, notation)
      }
    }
  )

  it.each([
    ["https://localhost/", "localhost"],
    ["https://LOCALHOST:8443/", "localhost"],
    ["https://localhost./", "localhost"],
    ["https://app.localhost/", "localhost"],
    ["https://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/", "localhost"],
    ["https://printer.local/", "local"],
    ["https://printer.local./", "local"],
    ["https://metadata.google.internal/", "internal"],
    ["https://internal/", "internal"],
    ["https://router.home.arpa/", "home.arpa"],
    ["https://hook.someone.workers.dev/", "workers.dev"],
    ["https://someone.Workers.DEV/", "workers.dev"],
    ["https://someone.workers.dev./", "workers.dev"],
    ["https://workers.dev/", "workers.dev"]
  ])("refuses %s as a %s name", (url, suffix) => {
    assert.deepStrictEqual(problems(url), [`must not be a ${suffix} name; use a public domain name`])
  })

  it.each([
    "https://intranet/",
    "https://com/",
    "https://com./",
    "https://hooks..example.com/",
    "https://hooks.example.com../",
    "https://.example.com/",
    "https://*.example.com/",
    "https://-hooks.example.com/",
    "https://hooks-.example.com/",
    "https://hooks.example.c/",
    "https://hooks.example.c0m/",
    `https://${"a".repeat(64)}.example.com/`,
    `https://${"a.".repeat(124)}example.com/`
  ])("sees no public domain name in %s", (url) => {
    assert.deepStrictEqual(problems(url), ["must be on a public domain name such as hooks.example.com"])
  })

  it.each([
    "https://api.prescreen.dev/v1/check",
    "https://API.prescreen.dev.:9000/",
    "https://dashboard.prescreen.dev/",
    "https://b\u00fccher.prescreen.dev/",
    "https://xn--bcher-kva.prescreen.dev/"
  ])("keeps %s from calling this service", (url) => {
    assert.deepStrictEqual(problems(url), ["must not be an address of this service"])
  })

  it("takes a URL without a name for no https address on a public name", () => {
    assert.deepStrictEqual(problems("mailto:hooks@example.com"), [
      "must start with https://",
      "must be on a public domain name such as hooks.example.com"
    ])
  })
})
