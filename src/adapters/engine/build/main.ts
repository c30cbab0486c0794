import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, FileSystem, Option } from "effect"
import { CliError, Command, Flag } from "effect/cli"
import { encodeModel, trieNames } from "../builtin/Model.ts"
import { openDataFolder } from "./DataFolder.ts"
import { makeModelNodes } from "./modelNodes.ts"
import { hashPath } from "./phrases.ts"

const artefact = new URL("../builtin/model.bin", import.meta.url)

/** The artefact must stay small enough to be committed and read at every start. */
const mostBytes = 1_000_000

const refuse = (userMessage: string, cause: unknown = userMessage) =>
  new CliError.UserError({ cause, userMessage })

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Makes the artefacts of the built-in engine from the public data. Same data, same bytes. */
const buildArtefacts = Effect.fnUntraced(function* (folder: string) {
  yield* Console.log(`Reading ${folder}`)
  const nodes = yield* Effect.try({
    try: () => makeModelNodes(openDataFolder(folder)),
    catch: (cause) => refuse(`The data in ${folder} cannot be used: ${reasonOf(cause)}`, cause)
  })
  for (const name of trieNames) {
    const phrases = nodes[name].filter(({ label }) => label !== 0).length
    yield* Console.log(`  ${name}: ${phrases} phrases, ${nodes[name].length} nodes`)
  }
  const bytes = encodeModel(nodes)
  if (bytes.length > mostBytes)
    return yield* refuse(`The artefact has ${bytes.length} bytes, ${mostBytes} at most.`)
  const files = yield* FileSystem.FileSystem
  yield* files.writeFile(artefact.pathname, bytes)
  yield* Console.log(`Wrote ${artefact.pathname}: ${bytes.length} bytes`)
})

const data = Flag.Directory("data", { mustExist: true }).pipe(
  Flag.withDescription("Folder of the public data that the engine is made from"),
  Flag.optional
)

const hash = Flag.String("hash").pipe(
  Flag.withDescription("Print the line of reviewed-terms.txt that stands for a phrase"),
  Flag.optional
)

const build = Command.make("engine-build", { data, hash }, ({ data, hash }) =>
  Effect.gen(function* () {
    if (Option.isSome(hash)) yield* Console.log(hashPath(hash.value).join(" "))
    if (Option.isSome(data)) yield* buildArtefacts(data.value)
    if (Option.isNone(hash) && Option.isNone(data)) {
      return yield* refuse("Say where the data is: --data ../shared/engine-data")
    }
  })
).pipe(Command.withDescription("Makes the artefacts of the built-in engine"))

build.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
