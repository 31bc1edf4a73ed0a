import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { fromBase64, toBase64, toHex } from '../bytes.ts'
import { quoted } from '../check.ts'

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
const isKeyName = (name: string): boolean =>
  name !== '' && name.isWellFormed() && !/[\s+\p{Z}\p{Cc}]/u.test(name)

/** Signs notes: `sign` answers the line under a text. */
export type Signer = { key: VerifierKey; sign(text: string): string }

/**
 * Reads a signing key: PKCS #8 as base64, as `openssl genpkey -algorithm ed25519 -outform DER | base64` writes it.
 * @throws RangeError when it is none
 */
export function readSigner(name: string, pkcs8: string): Signer {
  const privateKey = readPrivateKey(pkcs8)
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const key = verifierKey(name, Buffer.from(x, 'base64url'))
  const id = Buffer.from(key.id, 'hex')
  const line = (signature: Uint8Array) => `— ${name} ${toBase64(Buffer.concat([id, signature]))}\n`
  return { key, sign: (text) => line(sign(null, Buffer.from(text), privateKey)) }
}

function readPrivateKey(pkcs8: string) {
  const der = fromBase64(pkcs8.replace(/\s/g, ''))
  try {
    const key = createPrivateKey({ key: Buffer.from(der ?? []), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // said below
  }
  throw new RangeError('a signing key is an Ed25519 private key: PKCS #8, as base64')
}

/** The note of a text, signed by each signer. @throws RangeError when the text can't be a note's */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!text.endsWith('\n')) throw new RangeError('the text of a note ends in a line break')
  return `${text}\n${signers.map((signer) => signer.sign(text)).join('')}`
}

/** A text that ends in a line break, and who signed it: by which key, and the bytes after its id (c2sp.org/signed-note). */
type Note = { text: string; signatures: { name: string; id: string; bytes: Uint8Array }[] }

/** Notes are refused beyond these: checkpoints have some hundred bytes, and a line for each signer. */
const MOST_CHARACTERS = 100_000
const MOST_SIGNATURES = 100

/** @throws RangeError that says why a text is no signed note */
export function parseNote(note: string): Note {
  if (note.length > MOST_CHARACTERS) throw new RangeError(`a note has at most ${MOST_CHARACTERS} characters`)
  if (!note.isWellFormed() || hasControl(note))
    throw new RangeError('a note is UTF-8 without control characters')
  const end = note.lastIndexOf('\n\n')
  if (end < 0) throw new RangeError('a note has an empty line before its signatures')
  const lines = note.slice(end + 2).split('\n')
  if (lines.pop() !== '') throw new RangeError('a note ends in a line break')
  if (lines.length === 0) throw new RangeError('a note has at least one signature')
  if (lines.length > MOST_SIGNATURES) throw new RangeError(`a note has at most ${MOST_SIGNATURES} signatures`)
  return { text: note.slice(0, end + 1), signatures: lines.map(parseLine) }
}

function parseLine(line: string) {
  const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(base64)
  if (!isKeyName(name) || !bytes || bytes.length < 5)
    throw new RangeError(`the signature line ${quoted(line)} must read — name base64`)
  return { name, id: toHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) }
}

/** Any ASCII control character but the line break. */
const hasControl = (text: string) => [...text].some((character) => character < ' ' && character !== '\n')

/**
 * The known keys that have signed, all of whose signatures must hold; lines of unknown keys are ignored.
 * @throws RangeError when one does not hold, or there is none
 */
export function verifyNote({ text, signatures }: Note, keys: readonly VerifierKey[]): VerifierKey[] {
  const message = Buffer.from(text)
  const signed = signatures.flatMap(({ name, id, bytes }) => {
    const key = keys.find((key) => key.name === name && key.id === id)
    if (key && !isSigned(key.public_key, message, bytes))
      throw new RangeError(`the signature of ${name} (key ${id}) does not hold`)
    return key ?? []
  })
  if (signed.length > 0) return signed
  const signers = signatures.slice(0, 5).map(({ name, id }) => quoted(`${name}+${id}`))
  throw new RangeError(`no signature is by a trusted key, but by ${signers.join(', ')}`)
}

/** Whether bytes are the Ed25519 signature of a message; no exception, whatever they are. */
export function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') }
    return verify(null, message, createPublicKey({ key, format: 'jwk' }), signature)
  } catch {
    return false // bytes that are no key
  }
}
