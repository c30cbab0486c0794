const reversedPolynomial = 0xedb88320

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = (remainder & 1) === 1 ? (remainder >>> 1) ^ reversedPolynomial : remainder >>> 1
  }
  return remainder
})

/** CRC-32 (IEEE 802.3, as in gzip and PNG) of an ASCII text, from 0 to 2^32 - 1. */
export const crc32 = (text: string): number => {
  let remainder = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    const entry = table[(remainder ^ text.charCodeAt(index)) & 0xff] ?? 0
    remainder = (remainder >>> 8) ^ entry
  }
  return (remainder ^ 0xffffffff) >>> 0
}
