import { fromBase64, toBase64 } from '../bytes.ts'
import { HASH_BYTES } from './merkle.ts'
import { type IsSigned, type Note, parseNote, verifyNote } from './note.ts'
import { quoted, type VerifierKey } from './verifier-key.ts'

/** A log's root at a size (c2sp.org/tlog-checkpoint); the text of a note. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array; extensions: string[] }

/** The text of a checkpoint, to be signed. @throws RangeError when a line can't be one */
export function checkpointText({ origin, size, root, extensions }: Checkpoint): string {
  const lines = [origin, String(size), toBase64(root), ...extensions]
  if (lines.some((line) => line === '' || line.includes('\n')))
    throw new RangeError('the lines of a checkpoint are not empty')
  return lines.map((line) => `${line}\n`).join('')
}

/** @throws RangeError that says why a text is no checkpoint's */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...extensions] = text.split('\n')
  if (extensions.pop() !== '') throw new RangeError('a checkpoint has three lines at least')
  if (origin === '' || extensions.includes(''))
    throw new RangeError('the lines of a checkpoint are not empty')
  const [count, hash] = [readCount(size), fromBase64(root)]
  if (count === undefined)
    throw new RangeError(`the size of a checkpoint must be a number, not ${quoted(size)}`)
  if (hash?.length !== HASH_BYTES)
    throw new RangeError(`the root of a checkpoint must be a sha256 as base64, not ${quoted(root)}`)
  return { origin, size: count, root: hash, extensions }
}

/** A whole number in decimal without leading zeros, up to 2^53; undefined for any other text. */
export function readCount(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : undefined
}

/** A checkpoint that a trusted key has signed, and the sentence that says so. */
export type SignedCheckpoint = { checkpoint: Checkpoint; sentence: string }

/**
 * Opens a checkpoint that its log has signed: the key's name is the log's origin, so that a key which is trusted for
 * one log speaks for no other.
 * @throws RangeError that says why it can't be trusted
 */
export function openCheckpoint(
  text: string,
  keys: readonly VerifierKey[],
  isSigned: IsSigned,
): SignedCheckpoint {
  const note = parseNote(text)
  const signed = verifyNote(note, keys, isSigned)
  const checkpoint = parseCheckpoint(note.text)
  const log = signed.find(({ name }) => name === checkpoint.origin)
  if (!log)
    throw new RangeError(`its origin is ${quoted(checkpoint.origin)}, but it is signed by ${namesOf(signed)}`)
  return { checkpoint, sentence: sentenceOf(note, log, signed.length) }
}

function sentenceOf({ signatures }: Note, log: VerifierKey, known: number) {
  const unknown = signatures.length - known
  const sentence = `The checkpoint is signed by ${log.name} with the key ${log.id}.`
  if (unknown === 0) return sentence
  return `${sentence} ${unknown === 1 ? 'One signature' : `${unknown} signatures`} of other keys can't be checked.`
}

const namesOf = (signed: readonly VerifierKey[]) => signed.map(({ name }) => quoted(name)).join(', ')
