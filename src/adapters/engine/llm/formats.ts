import type { Json } from "./request.ts"

/** A form of answers that a server can enforce. */
export interface Format {
  /** Tells the model which form its answer must have. */
  readonly howToAnswer: (ids: ReadonlyArray<string>) => string
  /** The fields of the request that make the server enforce the form. */
  readonly constraint: (ids: ReadonlyArray<string>) => Readonly<Record<string, Json>>
  /** Matches a whole answer, with a group for each id, in order. */
  readonly pattern: (ids: ReadonlyArray<string>) => RegExp
}

const lineOf = (ids: ReadonlyArray<string>, answer: string) => ids.map((id) => `${id}=${answer}`).join(" ")

/** `m1=Y m2=N …` */
const line = {
  howToAnswer: (ids: ReadonlyArray<string>) =>
    `Answer every question with Y for yes or N for no, in one line of exactly this form and nothing else:\n${lineOf(ids, "Y|N")}`,
  pattern: (ids: ReadonlyArray<string>) => new RegExp(`^\\s*${lineOf(ids, "([YN])")}\\s*$`, "d")
}

/** The line, enforced by a regular expression in vLLM's field. */
export const vllmLine: Format = {
  ...line,
  constraint: (ids) => ({ structured_outputs: { regex: lineOf(ids, "[YN]") } })
}

/** The line, enforced by a grammar in llama.cpp's field and notation. */
export const grammarLine: Format = {
  ...line,
  constraint: (ids) => ({
    grammar: `root ::= ${ids.map((id, index) => `"${index === 0 ? "" : " "}${id}=" [YN]`).join(" ")}`
  })
}

const jsonFormat = (howToAnswer: string, answers: ReadonlyArray<string>): Format => ({
  howToAnswer: (ids) =>
    `${howToAnswer} Use one JSON object with exactly these keys in this order and nothing else: ${ids.join(", ")}.`,
  constraint: (ids) => ({
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "answers",
        strict: true,
        schema: {
          type: "object",
          properties: Object.fromEntries(ids.map((id) => [id, { type: "string", enum: answers }])),
          required: ids,
          additionalProperties: false
        }
      }
    }
  }),
  pattern: (ids) => {
    const members = ids.map((id) => `"${id}"\\s*:\\s*"(${answers.join("|")})"`)
    return new RegExp(`^\\s*\\{\\s*${members.join("\\s*,\\s*")}\\s*\\}\\s*$`, "d")
  }
})

/** `{"m1": "Y", …}`, enforced by a JSON schema. */
export const jsonLetters: Format = jsonFormat('Answer every question with "Y" for yes or "N" for no.', [
  "Y",
  "N"
])

/** The probability of yes that each word stands for, for servers that give no log-probabilities. */
export const wordWorth: Readonly<Record<string, number>> = {
  no: 0.02,
  unlikely: 0.15,
  possible: 0.4,
  likely: 0.7,
  yes: 0.95
}

/** `{"m1": "unlikely", …}`, enforced by a JSON schema. */
export const jsonWords: Format = jsonFormat(
  `Answer every question with how likely yes is the answer, in one of these words: ${Object.keys(wordWorth).join(", ")}.`,
  Object.keys(wordWorth)
)
