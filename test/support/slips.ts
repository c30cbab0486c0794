/** Every word that is this one with a letter left out, put in or wrong, or with two neighbours that changed places. */
export const slipsIn = (term: string): ReadonlyArray<string> =>
  Array.from(term, (letter, at) => {
    const [before, behind, next] = [term.slice(0, at), term.slice(at + 1), term.charAt(at + 1)]
    return [
      before + behind,
      ...[..."abz"].flatMap((other) => [before + other + behind, before + other + letter + behind]),
      before + letter + behind + "z",
      before + next + letter + term.slice(at + 2)
    ]
  }).flat()
