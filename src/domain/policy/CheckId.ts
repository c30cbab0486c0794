import { Schema } from "effect"

export const checkIds = ["minors_sexual", "adult", "real_person", "copyrighted_ip"] as const

/** What a prompt is screened for. Every policy runs `minors_sexual`. */
export const CheckId = Schema.Literals(checkIds)
export type CheckId = typeof CheckId.Type
