import type { EngineReport } from "../../../domain/screening/ScreeningEngine.ts"

/** The versions of several engines as one, of at most 128 characters. What is too long loses its beginning. */
export const jointVersion = (...versions: ReadonlyArray<string>): string => {
  const most = Math.floor((128 - (versions.length - 1)) / versions.length)
  return versions.map((version) => [...version].slice(-most).join("")).join("/")
}

/** The checks of both reports, those of the second where both have one. The tokens are the second's. */
export const mergeReports = (first: EngineReport, second: EngineReport): EngineReport => ({
  ...second,
  engineVersion: jointVersion(first.engineVersion, second.engineVersion),
  checks: { ...first.checks, ...second.checks }
})
