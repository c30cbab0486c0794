import type { Casts } from "./Casts.ts"
import { gameCasts } from "./gameCasts.ts"
import { japaneseCasts } from "./japaneseCasts.ts"
import { translatedCasts } from "./translatedCasts.ts"
import { westernCasts } from "./westernCasts.ts"

/** A fictional character who is a minor in the work it comes from. */
export interface MinorCharacter {
  readonly name: string
  readonly from: string
  /** whether the name may be written with either part first, as Japanese names are */
  readonly eitherOrder: boolean
}

const readCasts = (casts: Casts, eitherOrder: boolean): ReadonlyArray<MinorCharacter> =>
  casts.flatMap(([from, names]) => names.split(", ").map((name) => ({ name, from, eitherOrder })))

/** Those whose names have spaces between their words; unspacedCasts.ts has the others. */
export const minorCharacters: ReadonlyArray<MinorCharacter> = [
  ...readCasts(westernCasts, false),
  ...readCasts(japaneseCasts, true),
  ...readCasts(gameCasts, true),
  ...readCasts(translatedCasts, false)
]
