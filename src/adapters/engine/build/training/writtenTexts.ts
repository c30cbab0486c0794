import { Schema } from "effect"
import { fileURLToPath } from "node:url"
import { openDataFolder } from "../DataFolder.ts"
import type { CorpusText } from "./corpus.ts"

const WrittenText = Schema.Struct({
  /** What was written together, by one author about one kind of text: "stories", "image-prompts". */
  part: Schema.String,
  sexual: Schema.Boolean,
  text: Schema.String
})

/** The source of a written text. Each part is a source of its own, so that each can be held out. */
const sourcePrefix = "written-"

export const isWritten = (source: string): boolean => source.startsWith(sourcePrefix)

/**
 * Texts that a language model wrote for the training: sexual ones about adults, mostly in words that are no terms, and
 * harmless ones in the same words. Compressed, so that a reader of the repository meets none of them.
 */
export const readWrittenTexts = (): ReadonlyArray<CorpusText> =>
  openDataFolder(fileURLToPath(new URL(".", import.meta.url)))
    .jsonLines("written-texts.jsonl.gz", WrittenText)
    .map(({ part, sexual, text }) => ({
      source: sourcePrefix + part,
      text,
      label: sexual ? "sexual" : "other"
    }))
