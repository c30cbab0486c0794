import { keyStart } from "../../domain/tenancy/apiKey.ts"

const keys = new RegExp(`(${keyStart.source})[^\\s"']+`, "gi")

/**
 * Removes API keys from an error message. Arguments that were not understood may be keys, which must not be repeated.
 */
export const withoutKeys = (text: string): string => text.replaceAll(keys, "$1…")
