import { Schema } from "effect"

/** The workspace has no such item. */
export class ReviewItemNotFound extends Schema.TaggedError<ReviewItemNotFound>()("ReviewItemNotFound", {}) {}

/** The item already has a verdict, which stays. */
export class AlreadyDecided extends Schema.TaggedError<AlreadyDecided>()("AlreadyDecided", {}) {}
