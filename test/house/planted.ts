import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { root } from "../support/operatorCommand.ts"

const oxlint = join(root, "node_modules/.bin/oxlint")

interface Report {
  readonly filename: string
  readonly code: string
  readonly help: string
}

const run = (directory: string, command: string, ...options: ReadonlyArray<string>) =>
  new Promise<{ readonly failed: boolean; readonly output: string }>((resolve) => {
    execFile(command, options, { cwd: directory }, (error, output) =>
      resolve({ failed: error !== null, output })
    )
  })

/** Uses the files as a project of their own with the repository's rules, outside the repository. */
const withProject = async <A>(
  files: Readonly<Record<string, string>>,
  use: (directory: string) => Promise<A>
): Promise<A> => {
  const directory = await mkdtemp(join(tmpdir(), "prescreen-walls-"))
  try {
    await symlink(join(root, "node_modules"), join(directory, "node_modules"))
    for (const name of [".oxlintrc.json", "tsconfig.json", "package.json"]) {
      await copyFile(join(root, name), join(directory, name))
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true })
      await writeFile(join(directory, path), text)
    }
    return await use(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** What the linter says of the files. */
export const lint = (files: Readonly<Record<string, string>>) =>
  withProject(files, async (directory) => {
    const { failed, output } = await run(directory, oxlint, "--format=json", "src")
    const reports: ReadonlyArray<Report> = JSON.parse(output).diagnostics
    return { failed, reports }
  })

export const diagnoseEffects = (files: Readonly<Record<string, string>>) =>
  withProject(files, (directory) => run(directory, "npm", "run", "--silent", "check"))

export const importing = (specifier: string) => `export { planted } from "${specifier}"\n`

export const restricted = (reports: ReadonlyArray<Report>) =>
  reports.filter(({ code }) => code === "eslint(no-restricted-imports)")

export const filesOf = (reports: ReadonlyArray<Report>) =>
  [...new Set(reports.map(({ filename }) => filename))].toSorted()
