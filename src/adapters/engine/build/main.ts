import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, FileSystem, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { fileURLToPath } from "node:url"
import { encodeModel, trieNames } from "../builtin/Model.ts"
import { makePhraseTrie } from "../builtin/PhraseTrie.ts"
import { refuse } from "../refuse.ts"
import { openDataFolder } from "./DataFolder.ts"
import { buildFloorTerms, floorHashes } from "./floorTerms.ts"
import { makeModelNodes } from "./modelNodes.ts"
import { readNearHashes } from "./nearTerms.ts"
import { hashPath } from "./phrases.ts"
import { buildAdultWeights } from "./training/buildAdultWeights.ts"

const model = new URL("../builtin/model.bin", import.meta.url)
const floorTerms = new URL("../../../domain/screening/floors/words/hashedTerms.ts", import.meta.url)

/** The largest model, in bytes. It must stay small enough to be committed and read at every start. */
const mostBytes = 1_000_000

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

const reading = <A>(folder: string, read: () => A) =>
  Effect.try({
    try: read,
    catch: (cause) => refuse(`The data in ${folder} cannot be used: ${reasonOf(cause)}`, cause)
  })

const buildModel = Effect.fnUntraced(function* (folder: string) {
  const folderOfData = openDataFolder(folder)
  const { nameSlips, nodes } = yield* reading(folder, () => makeModelNodes(folderOfData))
  for (const name of trieNames) {
    const phrases = nodes[name].filter(({ label }) => label !== 0).length
    yield* Console.log(`  ${name}: ${phrases} phrases, ${nodes[name].length} nodes`)
  }
  const tries = { lexicon: makePhraseTrie(nodes.lexicon), expressions: makePhraseTrie(nodes.expressions) }
  const near = yield* reading(folder, () => readNearHashes(folderOfData, tries.lexicon))
  yield* Console.log(`  terms with a slip: ${near.length} hashes`)
  yield* Console.log("Training the adult check")
  const adult = yield* reading(folder, () => buildAdultWeights(folderOfData, tries))
  const bytes = encodeModel(nodes, near, nameSlips, adult)
  if (bytes.length > mostBytes)
    return yield* refuse(`The model has ${bytes.length} bytes, ${mostBytes} at most.`)
  return bytes
})

/**
 * Makes the model of the built-in engine and the floors' terms from the public data. The same data gives the same
 * bytes.
 */
const buildArtefacts = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  yield* Console.log(`Reading ${folder}`)
  const bytes = yield* buildModel(folder)
  yield* files.writeFile(fileURLToPath(model), bytes)
  yield* Console.log(`Wrote ${fileURLToPath(model)}: ${bytes.length} bytes`)
  const terms = yield* reading(folder, () => buildFloorTerms(folder))
  yield* files.writeFileString(fileURLToPath(floorTerms), terms)
  yield* Console.log(`Wrote ${fileURLToPath(floorTerms)}: ${terms.length} characters`)
})

const data = Flag.Directory("data", { mustExist: true }).pipe(
  Flag.withDescription("Folder of the public data that the engine is made from"),
  Flag.optional
)

const hash = Flag.String("hash").pipe(
  Flag.withDescription("Print the line of reviewed-terms.txt that stands for a phrase"),
  Flag.optional
)

const floorHash = Flag.String("floor-hash").pipe(
  Flag.withDescription("Print the hashes that stand for a term in pickedFloorTerms.ts"),
  Flag.optional
)

const build = Command.make("engine-build", { data, hash, floorHash }, ({ data, floorHash, hash }) =>
  Effect.gen(function* () {
    if (Option.isSome(hash)) yield* Console.log(hashPath(hash.value).join(" "))
    if (Option.isSome(floorHash)) {
      const { start, term } = floorHashes(floorHash.value)
      yield* Console.log(`${term}, starts with ${start}`)
    }
    if (Option.isSome(data)) yield* buildArtefacts(data.value)
    if ([data, floorHash, hash].every(Option.isNone)) {
      return yield* refuse("Say where the public data is: --data <folder>")
    }
  })
).pipe(Command.withDescription("Makes the artefacts of the built-in engine"))

build.pipe(Command.run({ version: "1" }), Effect.provide(NodeServices.layer), NodeRuntime.runMain)
