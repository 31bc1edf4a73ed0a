import { concat, fromBase64, toBase64, toHex, utf8 } from '../bytes.ts'
import { COSIGNATURE, isKeyName, quoted, type VerifierKey } from './verifier-key.ts'

/** A line under a note: who signed, by which key, and the bytes after the key's id. */
export type NoteSignature = { name: string; id: string; bytes: Uint8Array }

/** A text that ends in a line break, and who signed it (c2sp.org/signed-note). */
export type Note = { text: string; signatures: NoteSignature[] }

/** Whether bytes are the Ed25519 signature of a message; no exception, whatever they are. */
export type IsSigned = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/** A signature line that holds: whose key, and when, in seconds since 1970, for a cosignature. */
export type Signed = { key: VerifierKey; timestamp: number | null }

/** Notes are refused beyond these: checkpoints have some hundred bytes, and a line for each witness. */
export const MOST_CHARACTERS = 100_000
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

/** A note with its signatures, as text. @throws RangeError when the text can't be a note's */
export function formatNote({ text, signatures }: Note): string {
  if (!text.endsWith('\n')) throw new RangeError('the text of a note ends in a line break')
  return `${text}\n${signatures.map(formatLine).join('')}`
}

/**
 * The signatures of known keys, all of which must hold; lines of unknown keys are ignored.
 * @throws RangeError when one does not hold, or there is none
 */
export function verifyNote(note: Note, keys: readonly VerifierKey[], isSigned: IsSigned): Signed[] {
  const signed = questionsOf(note, keys).map(({ key, message, signature, timestamp }) => {
    if (!isSigned(key.public_key, message, signature))
      throw new RangeError(`the signature of ${key.name} (key ${key.id}) does not hold`)
    return { key, timestamp }
  })
  if (signed.length === 0) throw new RangeError(`no signature is by a trusted key, but by ${signersOf(note)}`)
  return signed
}

/** Whether a key has signed a message. */
export type Question = Signed & { message: Uint8Array; signature: Uint8Array }

/** What there is to verify of a note: a question for each signature of a known key. */
export function questionsOf({ text, signatures }: Note, keys: readonly VerifierKey[]): Question[] {
  return signatures.flatMap(({ name, id, bytes }): Question[] => {
    const key = keys.find((key) => key.name === name && key.id === id)
    if (!key) return []
    if (key.type !== COSIGNATURE) return [{ key, message: utf8(text), signature: bytes, timestamp: null }]
    const timestamp = readTimestamp(bytes)
    return [{ key, message: cosignedMessage(text, timestamp), signature: bytes.subarray(8), timestamp }]
  })
}

/** What a witness signs of a checkpoint's text at a time in seconds (c2sp.org/tlog-cosignature). */
export const cosignedMessage = (text: string, timestamp: number): Uint8Array =>
  utf8(`cosignature/v1\ntime ${timestamp}\n${text}`)

/** The bytes of a cosignature: its time, then the signature. */
export function cosignatureBytes(timestamp: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(8)
  new DataView(time.buffer).setBigUint64(0, BigInt(timestamp))
  return concat(time, signature)
}

function readTimestamp(bytes: Uint8Array): number {
  if (bytes.length !== 72) return Number.NaN // which no signature is of
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
}

function parseLine(line: string): NoteSignature {
  const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(base64)
  if (!isKeyName(name) || !bytes || bytes.length < 5)
    throw new RangeError(`the signature line ${quoted(line)} must read — name base64`)
  return { name, id: toHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) }
}

const formatLine = ({ name, id, bytes }: NoteSignature) =>
  `— ${name} ${toBase64(concat(idBytes(id), bytes))}\n`

const idBytes = (id: string) =>
  Uint8Array.from([0, 2, 4, 6], (at) => Number.parseInt(id.slice(at, at + 2), 16))

const signersOf = ({ signatures }: Note) =>
  signatures
    .map(({ name, id }) => quoted(`${name}+${id}`))
    .slice(0, 5)
    .join(', ')

/** Any ASCII control character but the line break. */
function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 && code !== 10) return true
  }
  return false
}
