import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { signatureHeaders } from "../../src/adapters/delivery/signatures.ts"

const page = await readFile(new URL("../../docs/webhooks.md", import.meta.url), "utf8")

const snippet = (language: string): string => {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (code === undefined) throw new Error(`docs/webhooks.md has no ${language}`)
  return code
}

interface Language {
  readonly name: string
  readonly command: string
  readonly arguments: ReadonlyArray<string>
  /** File names with what they hold. The snippet's questions come as a JSON list on standard input. */
  readonly files: () => Readonly<Record<string, string>>
}

const typescript: Language = {
  name: "TypeScript",
  command: process.execPath,
  arguments: ["main.ts"],
  files: () => ({
    "verify.ts": snippet("ts"),
    "main.ts": `import { readFileSync } from "node:fs"
import { isGenuine, isSigned } from "./verify.ts"
const questions = JSON.parse(readFileSync(0, "utf8"))
console.log(JSON.stringify(questions.map(({ body, headers, secret }) => [
  isSigned(Buffer.from(body), headers["X-Service-Signature"], secret),
  isGenuine(Buffer.from(body), headers, secret)
])))`
  })
}

const python: Language = {
  name: "Python",
  command: "python3",
  arguments: ["main.py"],
  files: () => ({
    "verify.py": snippet("python"),
    "main.py": `import json, sys
from verify import is_genuine, is_signed
print(json.dumps([[
    is_signed(q["body"].encode(), q["headers"]["X-Service-Signature"], q["secret"]),
    is_genuine(q["body"].encode(), q["headers"], q["secret"]),
] for q in json.load(sys.stdin)]))`
  })
}

const go: Language = {
  name: "Go",
  command: "go",
  arguments: ["run", "."],
  files: () => ({
    "go.mod": "module verify\n\ngo 1.21\n",
    "verify.go": snippet("go"),
    "main.go": `package main

import (
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	var questions []struct {
		Body, Secret string
		Headers map[string]string
	}
	json.NewDecoder(os.Stdin).Decode(&questions)
	answers := [][]bool{}
	for _, q := range questions {
		headers := http.Header{}
		for name, value := range q.Headers {
			headers.Set(name, value)
		}
		answers = append(answers, []bool{
			IsSigned([]byte(q.Body), headers.Get("X-Service-Signature"), q.Secret),
			IsGenuine([]byte(q.Body), headers, q.Secret),
		})
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}`
  })
}

const isHere = ({ command }: Language) => spawnSync(command, ["--version"]).error === undefined

const now = Math.floor((performance.timeOrigin + performance.now()) / 1_000)
const secret = "a sécret of 16 or more"
const body = JSON.stringify({ id: "…", note: "ünïcode \u{1f98a}" })

const signed = (secrets: ReadonlyArray<string>, timestamp = now) =>
  signatureHeaders({
    id: "01a1f98f-b3b1-7525-8749-8d8522714825",
    body,
    timestamp,
    secrets: secrets.map((text) => Redacted.make(text))
  })

const questions = [
  { body, secret, headers: signed([secret]) },
  { body, secret, headers: signed(["the new secret of theirs", secret]) },
  { body: `${body} `, secret, headers: signed([secret]) },
  { body, secret: `${secret}!`, headers: signed([secret]) },
  { body, secret, headers: signed([secret], now - 3_600) },
  { body, secret, headers: { ...signed([secret]), "webhook-id": "another" } },
  { body, secret, headers: { ...signed([secret]), "webhook-timestamp": "soon" } }
]

/** X-Service-Signature, then the headers of Standard Webhooks. */
const answers = [
  [true, true],
  [false, true],
  [false, false],
  [false, false],
  [true, false],
  [true, false],
  [true, false]
]

describe("what the page on webhooks says about signatures", () => {
  let directory = ""
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "prescreen-snippets-"))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  for (const language of [typescript, python, go]) {
    it.skipIf(!isHere(language))(`holds in ${language.name}, word for word`, async () => {
      for (const [name, content] of Object.entries(language.files())) {
        await writeFile(join(directory, name), content)
      }
      const { stderr, stdout } = spawnSync(language.command, language.arguments, {
        cwd: directory,
        input: JSON.stringify(questions),
        encoding: "utf8"
      })
      assert.deepStrictEqual(stdout === "" ? stderr : JSON.parse(stdout), answers)
    })
  }
})
