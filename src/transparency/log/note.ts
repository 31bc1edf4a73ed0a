import { fromBase64, toBase64, toHex, utf8 } from '../bytes.ts'
import { isKeyName, quoted, type VerifierKey } from './verifier-key.ts'

/** A line under a note: who signed, by which key, and the bytes after the key's id. */
export type NoteSignature = { name: string; id: string; bytes: Uint8Array }

/** A text that ends in a line break, and who signed it (c2sp.org/signed-note). */
export type Note = { text: string; signatures: NoteSignature[] }

/** Whether bytes are the Ed25519 signature of a message; no exception, whatever they are. */
export type IsSigned = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

/** Notes are refused beyond these: checkpoints have some hundred bytes, and a line for each signer. */
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
 * The known keys that have signed, all of whose signatures must hold; lines of unknown keys are ignored.
 * @throws RangeError when one does not hold, or there is none
 */
export function verifyNote(note: Note, keys: readonly VerifierKey[], isSigned: IsSigned): VerifierKey[] {
  const message = utf8(note.text)
  const signed = note.signatures.flatMap(({ name, id, bytes }) => {
    const key = keys.find((key) => key.name === name && key.id === id)
    if (key && !isSigned(key.public_key, message, bytes))
      throw new RangeError(`the signature of ${name} (key ${id}) does not hold`)
    return key ?? []
  })
  if (signed.length === 0) throw new RangeError(`no signature is by a trusted key, but by ${signersOf(note)}`)
  return signed
}

function parseLine(line: string): NoteSignature {
  const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const bytes = fromBase64(base64)
  if (!isKeyName(name) || !bytes || bytes.length < 5)
    throw new RangeError(`the signature line ${quoted(line)} must read — name base64`)
  return { name, id: toHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) }
}

const formatLine = ({ name, id, bytes }: NoteSignature) =>
  `— ${name} ${toBase64(Buffer.concat([Buffer.from(id, 'hex'), bytes]))}\n`

const signersOf = ({ signatures }: Note) =>
  signatures
    .map(({ name, id }) => quoted(`${name}+${id}`))
    .slice(0, 5)
    .join(', ')

/** Any ASCII control character but the line break. */
const hasControl = (text: string) => [...text].some((character) => character < ' ' && character !== '\n')
