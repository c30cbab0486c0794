import { Effect, FileSystem, Path, Result } from "effect"
import { refuse } from "../refuse.ts"
import { readDataSet } from "./DataSet.ts"

const ending = ".jsonl"

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Reads every data set of a folder, in the order of their names. */
export const readDataSets = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = (yield* files.readDirectory(folder)).filter((name) => name.endsWith(ending)).toSorted()
  if (names.length === 0) return yield* refuse(`${folder} holds no data set (*${ending}).`)
  return yield* Effect.forEach(names, (file) =>
    Effect.gen(function* () {
      const bytes = yield* Effect.mapError(files.readFile(path.join(folder, file)), (cause) =>
        refuse(`${path.join(folder, file)} cannot be read.`, cause)
      )
      // A file in another encoding would be measured as other text than it holds.
      const content = yield* Effect.mapError(
        Effect.try(() => utf8.decode(bytes)),
        (cause) => refuse(`${path.join(folder, file)} is not UTF-8.`, cause)
      )
      const set = readDataSet(file.slice(0, -ending.length), content)
      return Result.isFailure(set) ? yield* refuse(`${folder}: ${set.failure}.`) : set.success
    })
  )
})
