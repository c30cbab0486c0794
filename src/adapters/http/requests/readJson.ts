import { Option, Result } from "effect"
import { shortened } from "../../../domain/shared/characters.ts"

/** The deepest nesting that is accepted. The body itself is level 1. */
const deepest = 64

/** Whether the value has no nesting that is too deep, no field named `__proto__` and no number that is not finite. */
const isSound = (value: unknown, level: number): boolean => {
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value !== "object" || value === null) return true
  if (level > deepest) return false
  if (Object.hasOwn(value, "__proto__")) return false
  return Object.values(value).every((child) => isSound(child, level + 1))
}

const escaped = (letter: string): string => {
  const digits = letter.charCodeAt(0).toString(16)
  return `(?:${letter}|\\\\u00(?:${digits}|${digits.toUpperCase()}))`
}

/** The name `__proto__` as a key, which no string can contain: a quote inside a string has a backslash before it. */
const prototypeKey = new RegExp(`(?<!\\\\)"${Array.from("__proto__", escaped).join("")}"\\s*:`)

/** Whether a JSON text has the key anywhere, even where a later value of the same name replaces it. */
const namesPrototype = (text: string): boolean =>
  (text.includes("__proto__") || text.includes("\\u00")) && prototypeKey.test(text)

/**
 * How many values a body may hold, objects and lists included. The largest policy holds 1,200. To list the issues of one
 * value takes 30 µs, so without a limit a body of 256 KiB could keep the process busy for a second.
 */
const mostValues = 5_000

const countValues = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 1
  let count = 1
  for (const child of Object.values(value)) {
    count += countValues(child)
    if (count > mostValues) break
  }
  return count
}

/** A value takes two bytes at least, so a short body is not counted. */
const holdsTooMuch = (body: unknown, bytes: number): boolean =>
  bytes > 2 * mostValues && countValues(body) > mostValues

/**
 * Limits on what is reported: a hostile body could have as many issues as bytes, each under a name as long as the body.
 */
export const mostIssues = 100
const longestName = 100

/** Shortens a name to what an issue may quote. */
export const shorten = (name: string | number): string => shortened(String(name), longestName)

/** The value down to the deepest accepted level, with null in place of anything deeper. */
const withinDepth = (value: unknown, level: number): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (level > deepest) return null
  if (Array.isArray(value)) return value.map((child) => withinDepth(child, level + 1))
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withinDepth(child, level + 1)]))
}

const describePath = (path: ReadonlyArray<string | number>) =>
  path.length === 0 ? "body" : path.map(shorten).join(".")

const issueOf = (value: unknown, path: ReadonlyArray<string | number>): string | undefined => {
  if (path.at(-1) === "__proto__") return "is not a name that a field may have"
  if (typeof value === "number" && !Number.isFinite(value)) return "is not a finite number"
  const isNested = typeof value === "object" && value !== null
  return isNested && path.length >= deepest ? `is nested deeper than ${deepest} levels` : undefined
}

/** Adds an issue for everything that makes the value unsound, its place first, until there are enough. */
const collectIssues = (value: unknown, path: ReadonlyArray<string | number>, issues: Array<string>): void => {
  if (issues.length >= mostIssues) return
  const issue = issueOf(value, path)
  if (issue !== undefined) {
    issues.push(`${describePath(path)}: ${issue}`)
  } else if (typeof value === "object" && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      collectIssues(child, [...path, Array.isArray(value) ? Number(key) : key], issues)
    }
  }
}

const structureIssues = (body: unknown): ReadonlyArray<string> => {
  const issues: Array<string> = []
  collectIssues(body, [], issues)
  return issues
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Parses a body as JSON. Fails with the issues, in words for the client, if it is not sound JSON. */
export const readJson = (bytes: ArrayBuffer | Uint8Array): Result.Result<unknown, ReadonlyArray<string>> => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return Result.fail(["body: is not valid UTF-8"])
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return Result.fail(["body: is not valid JSON"])
  }
  if (!isSound(body, 1)) return Result.fail(structureIssues(body))
  if (namesPrototype(text)) return Result.fail(["body: has a field __proto__, which no field may be named"])
  return holdsTooMuch(body, bytes.byteLength)
    ? Result.fail([`body: holds more than ${mostValues.toLocaleString("en")} values`])
    : Result.succeed(body)
}

/**
 * Parses a body that `readJson` refused, so that its other issues can be listed too; none if it is not JSON at all, or
 * holds too much.
 */
export const readUnsound = (bytes: ArrayBuffer | Uint8Array): Option.Option<unknown> => {
  try {
    const body = withinDepth(JSON.parse(utf8.decode(bytes)), 1)
    return holdsTooMuch(body, bytes.byteLength) ? Option.none() : Option.some(body)
  } catch {
    return Option.none()
  }
}

/** True for `application/json`, alone or with UTF-8, the only charset of JSON. */
export const isJson = (contentType: string | undefined): boolean => {
  const [mediaType = "", ...parameters] = (contentType ?? "").toLowerCase().split(";")
  return (
    mediaType.trim() === "application/json" &&
    parameters
      .map((parameter) => parameter.trim())
      .filter((parameter) => parameter.startsWith("charset"))
      .every((parameter) => /^charset="?utf-8"?$/.test(parameter))
  )
}
