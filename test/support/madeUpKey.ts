import { crc32 } from "node:zlib"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** A key that nobody has, whose checksum is right: `body` is what stands between the mode and the checksum. */
export const madeUpKey = (mode: string, body: string) => {
  const start = `svc_${mode}_${body.padStart(37, "0")}`
  const digits: Array<string> = []
  for (let rest = crc32(start); digits.length < 6; rest = Math.floor(rest / 62)) {
    digits.unshift(alphabet[rest % 62] ?? "")
  }
  return start + digits.join("")
}
