import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { problems } from "./addressRules.ts"

const octet = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))

const noPublicName = "must be on a public domain name such as hooks.example.com"

/** Every address of this table gets this problem and no other. */
const refuses = (problem: string, urls: ReadonlyArray<string>) =>
  it.each(urls)(`${problem}: %j`, (url) => {
    assert.deepStrictEqual(problems(url), [problem])
  })

describe("webhookAddressProblems says that an address", () => {
  refuses("is not a valid URL; use one such as https://hooks.example.com/prescreen", [
    "",
    "x",
    "hooks.example.com",
    "//hooks.example.com",
    "https://",
    "https://?",
    "https://hooks.example.com:99999/",
    "https://hooks.example.com:-1/",
    "https://hooks.example.com:8o/",
    "https://hooks.exa mple.com/",
    "https://1.2.3.4.5/",
    "https://256.1.1.1/",
    "https://0x100000000/",
    "https://[::1/",
    "https://[::1%25eth0]/",
    "https://[1.2.3.4]/",
    " https://hooks.example.com/",
    "https://hooks.example.com/\n",
    "https://hooks.exam\tple.com/",
    "https://hooks.example.com\\@10.0.0.1/",
    "https:\\\\hooks.example.com/",
    "https://hooks.example.com/\u0000",
    "https://hooks.example.com/\u00a0"
  ])

  refuses("must start with https://", [
    "http://hooks.example.com/",
    "HTTP://hooks.example.com/",
    "ftp://hooks.example.com/",
    "wss://hooks.example.com/",
    "https:hooks.example.com/",
    "https:/hooks.example.com/",
    "http://hooks.example.com:443/",
    "http://hooks.example.com/https://hooks.example.com/"
  ])

  refuses("must not be an IP address; use a public domain name", [
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.0.0.1:443/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://255.255.255.255/",
    "https://8.8.8.8/",
    "https://127.1/",
    "https://127.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0X7F000001/",
    "https://0x7f.1/",
    "https://0x7f.0x0.0x0.0x1/",
    "https://0177.0.0.1/",
    "https://0177.0x0.0.1/",
    "https://017700000001/",
    "https://0/",
    "https://1.1/",
    "https://%31%32%37.0.0.1/",
    "https://\uff11\uff12\uff17.0.0.1/",
    "https://127\u30020\u30020\u30021/",
    "https://127\uff0e0\uff0e0\uff0e1/",
    "https://\u2460\u2461\u2466.0.0.1/",
    "https://\u{1d7cf}\u{1d7d0}\u{1d7d5}.0.0.1/",
    "https://[::]/",
    "https://[::1]/",
    "https://[::127.0.0.1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    "https://[2001:4860:4860::8888]:8443/"
  ])

  refuses("must not be a .localhost name; use a public domain name", [
    "https://localhost/",
    "https://LOCALHOST:8443/",
    "https://localhost./",
    "https://app.localhost/",
    "https://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/",
    "https://local\u00adhost/"
  ])

  refuses("must not be a .local name; use a public domain name", [
    "https://printer.local/",
    "https://printer.local./",
    "https://PRINTER.LOCAL/",
    "https://local/"
  ])

  refuses("must not be a .internal name; use a public domain name", [
    "https://metadata.google.internal/",
    "https://db.internal./",
    "https://internal/"
  ])

  refuses("must not be a .home.arpa name; use a public domain name", ["https://router.home.arpa/"])

  refuses("must not be a .workers.dev name; use a public domain name", [
    "https://hook.someone.workers.dev/",
    "https://someone.Workers.DEV/",
    "https://someone.workers.dev./",
    "https://someone.workers\u3002dev/",
    "https://workers.dev/"
  ])

  refuses(noPublicName, [
    "https://intranet/",
    "https://com/",
    "https://com./",
    "https://co.uk/",
    "https://github.io/",
    "https://herokuapp.com/",
    "https://foo.kawasaki.jp/",
    "https://hooks.lan/",
    "https://hooks.corp/",
    "https://hooks.home/",
    "https://hooks.intranet/",
    "https://hooks.private/",
    "https://hooks.alt/",
    "https://abcdefghij234567.onion/",
    "https://1.0.0.127.in-addr.arpa/",
    "https://e164.arpa/",
    "https://service.arpa/",
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
  ])

  refuses("must not be an address of this service", [
    "https://api.prescreen.dev/v1/check",
    "https://API.prescreen.dev.:9000/",
    "https://api\u3002prescreen.dev/",
    "https://\uff41pi.prescreen.dev/",
    "https://dashboard.prescreen.dev/",
    "https://b\u00fccher.prescreen.dev/",
    "https://xn--bcher-kva.prescreen.dev/"
  ])

  refuses("must not look like an address of this service", [
    "https://\u0430pi.prescreen.dev/",
    "https://ap\u0456.prescreen.dev/",
    "https://api.pr\u0435screen.dev/",
    "https://\u00e1pi.prescreen.dev/",
    "https://xn--pi-6kc.prescreen.dev/",
    "https://\u03b1pi.prescreen.dev./",
    "https://bucher.prescreen.dev/"
  ])

  refuses("must not hold a user name or a password; every call is signed with the secret", [
    "https://user:password@hooks.example.com/",
    "https://user@hooks.example.com/",
    "https://:password@hooks.example.com/",
    "https://api.prescreen.dev@hooks.example.com/",
    "http://user@127.0.0.1:9000/"
  ])

  refuses("must have a port from 1 to 65535, or none", ["https://hooks.example.com:0/"])
  refuses("must have at most 2048 characters", [`https://hooks.example.com/${"a".repeat(2_049 - 26)}`])

  it("has several faults, when it has", () => {
    assert.deepStrictEqual(problems("http://user@10.0.0.1:0/"), [
      "must start with https://",
      "must not be an IP address; use a public domain name",
      "must have a port from 1 to 65535, or none",
      "must not hold a user name or a password; every call is signed with the secret"
    ])
    assert.deepStrictEqual(problems("mailto:hooks@example.com"), ["must start with https://", noPublicName])
  })

  it.prop(
    "is an IPv4 address in every notation",
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
        `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
        `[::ffff:${a}.${b}.${c}.${d}]`,
        `[::${a}.${b}.${c}.${d}]`
      ]
      for (const notation of notations) {
        assert.match(problems(`https://${notation}/`)[0] ?? "", /IP address/, notation)
      }
    }
  )
})
