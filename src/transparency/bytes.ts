export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

/** Lower-case hex. */
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Standard base64 with padding (RFC 4648, section 4). */
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** The bytes of standard base64, or undefined: one text stands for some bytes, and no other. */
export function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  return toBase64(bytes) === text ? bytes : undefined
}
