import { longestUserId } from "../../../domain/screening/EndUsers.ts"
import { StorableText, Text } from "./text.ts"

/** Longer than any id that the service makes. */
const longestId = 64

/** Where a request names something by its id. A text that is no id is accepted and finds nothing. */
export const RequestedId = Text(1, longestId)

/** The same where the text must also be one that Postgres can store. */
export const StorableId = StorableText(1, longestId)

/** The caller's own id of an end user. */
export const UserId = StorableText(1, longestUserId)
