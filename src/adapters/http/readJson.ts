import { Result } from "effect"

/** The deepest nesting that is read. The body itself is level 1. */
const deepest = 64

const describePath = (path: ReadonlyArray<string | number>) => (path.length === 0 ? "body" : path.join("."))

const objectIssues = (
  value: object,
  path: ReadonlyArray<string | number>,
  issues: Array<string>
): ReadonlyArray<readonly [unknown, ReadonlyArray<string | number>]> => {
  if (path.length >= deepest) {
    issues.push(`${describePath(path)}: is nested deeper than ${deepest} levels`)
    return []
  }
  if (Array.isArray(value)) return value.map((child, index) => [child, [...path, index]])
  return Object.entries(value).flatMap(([key, child]) => {
    if (key !== "__proto__") return [[child, [...path, key]]]
    issues.push(`${describePath([...path, key])}: is not a name that a field may have`)
    return []
  })
}

/** What JSON can say and this service does not take: deep nesting, `__proto__`, numbers past the finite. */
const structureIssues = (body: unknown): ReadonlyArray<string> => {
  const issues: Array<string> = []
  const open: Array<readonly [unknown, ReadonlyArray<string | number>]> = [[body, []]]
  for (let next = open.pop(); next !== undefined && issues.length < 100; next = open.pop()) {
    const [value, path] = next
    if (typeof value === "number" && !Number.isFinite(value)) {
      issues.push(`${describePath(path)}: is not a finite number`)
    }
    if (typeof value === "object" && value !== null) open.push(...objectIssues(value, path, issues))
  }
  return issues
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Reads a body as JSON, or tells what keeps it from being read. */
export const readJson = (bytes: ArrayBuffer): Result.Result<unknown, ReadonlyArray<string>> => {
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
  const issues = structureIssues(body)
  return issues.length === 0 ? Result.succeed(body) : Result.fail(issues)
}

/** True for `application/json`, alone or with the one charset that JSON has. */
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
