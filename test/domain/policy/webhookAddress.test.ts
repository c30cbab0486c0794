import { assert, describe, it } from "@effect/vitest"
import { problems } from "./addressRules.ts"

describe("webhookAddressProblems accepts", () => {
  it.each([
    "https://example.com",
    "https://example.org/",
    "https://www.example.net/x",
    "https://hooks.example/prescreen",
    "https://hooks.test/",
    "https://unreachable.invalid/",
    "https://hooks.example.com/prescreen?tenant=1#part",
    "https://hooks.example.com:8443/",
    "https://hooks.example.com:443/",
    "https://hooks.example.com:1/",
    "https://hooks.example.com:65535/",
    "HTTPS://Hooks.Example.COM/",
    "https://hooks.example.com./",
    "https://hooks.example.co.uk/",
    "https://b\u00fccher.de/",
    "https://xn--bcher-kva.de/",
    "https://xn--bcher-kva.xn--p1ai/",
    "https://\u0445\u0443\u043a\u0438.\u0440\u0444/",
    "https://\u4f8b\u3048.jp/",
    "https://my_hooks.example.com/",
    "https://1.example.com/",
    "https://10.0.0.1.example.com/",
    "https://127.0.0.1.nip.io/",
    "https://localhost.example.com/",
    "https://internal.example.com/",
    "https://workers.dev.example.com/",
    "https://notworkers.dev/",
    "https://mylocal.internals.com/",
    "https://prescreen.dev/",
    "https://eu.api.prescreen.dev/",
    "https://api-prescreen.dev/",
    "https://api.prescreen.dev.example.com/",
    "https://\u53d7\u4fe1.prescreen.dev/",
    "https://someone.github.io/",
    "https://app.herokuapp.com/hooks",
    "https://bucket.s3.amazonaws.com/",
    "https://abc.lambda-url.eu-west-1.on.aws/",
    "https://hooks.slack.com/services/T0/B0/x",
    "https://city.kawasaki.jp/",
    "https://a.zip/",
    "https://hooks.exa%6dple.com/",
    "https://hooks.example.com/@user",
    "https://hooks.example.com/?q=http://127.0.0.1/",
    "https://hooks.example.com//127.0.0.1/",
    `https://${"a".repeat(63)}.example.com/`,
    `https://hooks.example.com/${"a".repeat(2_048 - 26)}`
  ])("%s", (url) => {
    assert.deepStrictEqual(problems(url), [])
  })
})

describe("a host that the operator exempts", () => {
  it.each([
    "http://127.0.0.1:9000/hook",
    "https://127.0.0.1:9000/hook",
    "https://0x7f.1:9000/",
    "http://[::1]:9001/",
    "http://hooks.lan/",
    "http://HOOKS.lan.:80/",
    "https://hooks.lan:80/",
    "https://hooks.lan:8443/"
  ])("may be called: %s", (url) => {
    assert.deepStrictEqual(problems(url), [])
  })

  it.each([
    "http://127.0.0.1:9001/",
    "http://127.0.0.1/",
    "http://127.0.0.2:9000/",
    "https://hooks.lan/",
    "http://sub.hooks.lan/",
    "ftp://127.0.0.1:9000/"
  ])("is that host on that port and no other: %s", (url) => {
    assert.isNotEmpty(problems(url))
  })
})
