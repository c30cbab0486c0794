import { wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"

/** Words that are used of people and of pictures that show them, but never of an act or a crime. */
const naked = normalisedWords(
  "nude nudes naked topless bottomless undressed unclothed erotic nackt nackte nackter nackten nacktes erotisches erotische " +
    "nue nues nu nus dénudée dénudé desnuda desnudo desnudas desnudos nua nuas pelada pelado nuda nudo nudi " +
    "naakt naakte bloot blote голая голый голые голой обнажённая обнаженная nagie çıplak"
)

/** Whether a token says that the person beside it is naked. */
export const isNaked = (tokens: Tokens, at: number): boolean => naked.has(wordAt(tokens, at))
