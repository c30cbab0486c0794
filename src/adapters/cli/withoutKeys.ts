/**
 * Removes API keys from an error message. Arguments that were not understood may be keys, which must not be repeated.
 */
export const withoutKeys = (text: string): string => text.replaceAll(/(svc_(?:live|test)_)[^\s"']+/gi, "$1…")
