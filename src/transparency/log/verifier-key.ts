import { createHash } from 'node:crypto'
import { fromBase64, toBase64 } from '../bytes.ts'

/** The signature type of C2SP that is read here: a note's own. Others, such as cosignatures, are of unknown keys. */
const ED25519 = 1

/** Who signs notes. `id` is the key's number in signature lines, eight hex digits; `public_key` has 32 bytes. */
export type VerifierKey = { name: string; id: string; public_key: Uint8Array }

/** A public key under a name. @throws RangeError when no note can be signed under the name, or the key is none */
export function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new RangeError(`the key name ${quoted(name)} must have no blank and no +`)
  if (publicKey.length !== 32) throw new RangeError(`an Ed25519 key has 32 bytes, not ${publicKey.length}`)
  const hash = createHash('sha256').update(`${name}\n`).update(materialOf(publicKey)).digest('hex')
  return { name, id: hash.slice(0, 8), public_key: publicKey }
}

/** `name+id+base64(type ‖ key)`, as C2SP writes verifier keys. */
export const formatVerifierKey = ({ name, id, public_key }: VerifierKey): string =>
  `${name}+${id}+${toBase64(materialOf(public_key))}`

const materialOf = (publicKey: Uint8Array) => Buffer.concat([Uint8Array.of(ED25519), publicKey])

/** @throws RangeError that says what is wrong with the text */
export function parseVerifierKey(text: string): VerifierKey {
  const [name = '', id = '', ...rest] = text.trim().split('+')
  const material = fromBase64(rest.join('+'))
  if (!material || material.length === 0 || !/^[0-9a-f]{8}$/.test(id))
    throw new RangeError(`the key ${quoted(text)} must read name+id+base64`)
  const type = material[0]
  if (type !== ED25519)
    throw new RangeError(`the key ${quoted(text)} is of type ${type}; known is 1, Ed25519`)
  const key = verifierKey(name, material.subarray(1))
  if (key.id !== id) throw new RangeError(`the key ${quoted(text)} has the id ${key.id}, not ${id}`)
  return key
}

/** Whether notes can be signed under a name: not empty, no blank, no +, no control character. */
export const isKeyName = (name: string): boolean =>
  name !== '' && name.isWellFormed() && !/[\s+\p{Z}\p{Cc}]/u.test(name)

/** A text within a message, cut short. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
