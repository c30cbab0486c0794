import { Schema } from "effect"

/** There is no such item in this workspace. */
export class ReviewItemNotFound extends Schema.TaggedError<ReviewItemNotFound>()("ReviewItemNotFound", {}) {}

/** The item has a verdict, which stands. */
export class AlreadyDecided extends Schema.TaggedError<AlreadyDecided>()("AlreadyDecided", {}) {}
