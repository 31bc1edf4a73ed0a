import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type IsSigned, type Note, parseNote, verifyNote } from './note.ts'
import { quoted, type VerifierKey } from './verifier-key.ts'

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
