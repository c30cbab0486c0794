import { Effect, FileSystem, Path, Result } from "effect"
import { refuse } from "../refuse.ts"
import { readDataSet } from "./DataSet.ts"

const ending = ".jsonl"

/** Reads every data set of a folder, in the order of their names. */
export const readDataSets = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = (yield* files.readDirectory(folder)).filter((name) => name.endsWith(ending)).toSorted()
  if (names.length === 0) return yield* refuse(`${folder} holds no data set (*${ending}).`)
  return yield* Effect.forEach(names, (file) =>
    Effect.gen(function* () {
      const content = yield* files.readFileString(path.join(folder, file))
      const set = readDataSet(file.slice(0, -ending.length), content)
      return Result.isFailure(set) ? yield* refuse(`${folder}: ${set.failure}.`) : set.success
    })
  )
})
