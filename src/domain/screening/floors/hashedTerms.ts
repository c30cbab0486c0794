export const hashedTerms = { unambiguous: "", coded: "", explicit: "", harmless: "", starts: "" }
