import type { NormalisedText } from "../normalisation/normalise.ts"
import { spaceCode } from "../normalisation/UnitBuffer.ts"

/** Marks of a text that are read as others: each character of `written` as the character `read`. */
interface Marks {
  /** Whether a text may have such a mark: a quicker test. */
  readonly mayBe: RegExp
  readonly written: RegExp
  readonly read: string
}

/** Marks that set words off: bold, quotation marks, tags of HTML. Those inside a word, as in "ch*ld", hide a letter. */
export const emphasis: Marks = {
  mayBe: /[*"“”„«»<]|&nbsp;/,
  // The mark comes first, and then what is around it, so that most characters are ruled out at once.
  written: new RegExp(
    [
      String.raw`\*(?<!\*.)\*{0,2}(?!\*)(?:(?=[\p{L}\p{N}])(?<![\p{L}\p{N}]\*{1,3})|(?![\p{L}\p{N}])(?<=[\p{L}\p{N}:]\*{1,3}))`,
      String.raw`["“„«](?=[\p{L}\p{N}][^"“”»\n]{0,30}["“”»])(?<![\p{L}\p{N}].)`,
      String.raw`["“”»](?![\p{L}\p{N}])(?<=["“„«][\p{L}\p{N}][^"“”»\n]{0,30}.)`,
      String.raw`</?(?:b|i|u|s|em|strong|span|br) ?/?>|&nbsp;`
    ].join("|"),
    "giu"
  ),
  read: " "
}

/**
 * What a line, a bracket, a dash or a BREAK separates is not one phrase: "girl (12)", and "blonde hair" on the next
 * line. But an age with its unit belongs to what is before the bracket: "whisky (12 years old)".
 */
export const separators: Marks = {
  mayBe: /[\n\r()[\]{}—–]| - |BREAK/,
  written: /[\n\r)\]}—–]|[([{](?!\d+ ?\p{L})|(?<= )-(?= )|\bBREAK\b/gu,
  read: ","
}

/** The view of a text in which some of its marks are read as others; the view itself if it has none of them. */
export const withMarks = (
  view: NormalisedText,
  original: string,
  { mayBe, read, written }: Marks
): NormalisedText => {
  if (!mayBe.test(original)) return view
  const changed = original.replaceAll(written, (found) => read.repeat(found.length))
  if (changed === original) return view
  const { ends, starts, text } = view
  const parts: Array<string> = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const start = starts[at] ?? 0
    // A space stands for all the signs up to the next unit.
    const end = text.charCodeAt(at) === spaceCode ? (starts[at + 1] ?? start + 1) : start + 1
    if (changed.slice(start, end) === original.slice(start, end)) continue
    parts.push(text.slice(from, at), read)
    from = at + 1
  }
  parts.push(text.slice(from))
  return { text: parts.join(""), starts, ends }
}
