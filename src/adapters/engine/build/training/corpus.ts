import type { DataFolder } from "../DataFolder.ts"
import { captionsForBuilding, CoproRow } from "../ordinaryText.ts"

/** A document's label for the adult check, given by people or by its source, or none. */
export type Label = "sexual" | "other" | "unlabelled" | "harmless"

export interface CorpusText {
  readonly source: string
  readonly text: string
  readonly label: Label
}

const copro = (data: DataFolder): ReadonlyArray<CorpusText> =>
  data.jsonLines("copro-id.jsonl.gz", CoproRow).flatMap(({ group, label, prompt }) => {
    if (group === "ambiguous_sexual") return []
    const isSexual = group === "sexual" && label === "unsafe"
    const source = group === "sexual" ? "copro-sexual" : "copro-other"
    return [{ source, text: prompt, label: isSexual ? ("sexual" as const) : ("other" as const) }]
  })

/** Prompts about the exploitation of children belong to another check; those about sexual crimes may be either. */
const ailuminate = (data: DataFolder): ReadonlyArray<CorpusText> =>
  data.records("ailuminate-demo-en.csv").flatMap((row) => {
    const hazard = row["hazard"] ?? ""
    if (hazard === "cse" || hazard === "src") return []
    const label = hazard === "sxc_prn" ? "sexual" : "other"
    return [{ source: "ailuminate", text: row["prompt_text"] ?? "", label }]
  })

const strongReject = (data: DataFolder): ReadonlyArray<CorpusText> =>
  data.records("strongreject.csv").map((row) => ({
    source: "strongreject",
    text: row["forbidden_prompt"] ?? "",
    label: row["category"] === "Sexual content" ? "sexual" : "other"
  }))

const from = (source: string, label: Label, texts: ReadonlyArray<string>): ReadonlyArray<CorpusText> =>
  texts.map((text) => ({ source, text, label }))

/** Every text that the adult check is trained on. */
export const readCorpus = (data: DataFolder): ReadonlyArray<CorpusText> => [
  ...copro(data),
  ...ailuminate(data),
  ...strongReject(data),
  ...from(
    "edos",
    "unlabelled",
    data.records("edos.csv").map((row) => row["text"] ?? "")
  ),
  ...from("hh", "unlabelled", data.prompts("hh-harmless-test-human-turns.jsonl.gz")),
  ...from("imagereward", "unlabelled", data.prompts("imagereward-refl-10k.jsonl.gz")),
  ...from(
    "wiki",
    "unlabelled",
    data.records("wiki-toxicity-nonfuzz.csv").map((row) => row["comment"] ?? "")
  ),
  ...from("coco", "harmless", data.prompts("coco-captions-15k.jsonl.gz").slice(0, captionsForBuilding))
]
