/** What is said of words that were not understood, which may be keys: those are not said again. */
export const withoutKeys = (text: string): string => text.replaceAll(/(svc_(?:live|test)_)[^\s"']+/gi, "$1…")
