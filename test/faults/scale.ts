import { env } from "node:process"

/** Whether the whole fault suite runs (`npm run test:faults`), or the cut of it that every test run makes. */
export const isWhole = env["FAULTS"] === "whole"

/** How much of something to do. */
export const scaled = (cut: number, whole: number): number => (isWhole ? whole : cut)

/** Milliseconds a test may take. */
export const patience = scaled(120_000, 1_200_000)

/** Figures for who runs the suite. */
export const report = (line: string) => process.stdout.write(`${line}\n`)
