import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type IsSigned, type Note, parseNote, verifyNote } from './note.ts'
import { ED25519, quoted, type VerifierKey } from './verifier-key.ts'

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
  const log = signed.find(({ key }) => key.type === ED25519 && key.name === checkpoint.origin)
  if (!log)
    throw new RangeError(`its origin is ${quoted(checkpoint.origin)}, but it is signed by ${namesOf(signed)}`)
  return { checkpoint, sentence: sentenceOf(note, log.key, signed) }
}

function sentenceOf(
  { signatures }: Note,
  log: VerifierKey,
  signed: readonly { key: VerifierKey; timestamp: number | null }[],
) {
  const witnesses = signed.flatMap(({ key, timestamp }) =>
    timestamp === null ? [] : [`${key.name} at ${new Date(timestamp * 1000).toISOString()}`],
  )
  const unknown = signatures.length - signed.length
  return [
    `The checkpoint is signed by ${log.name} with the key ${log.id}.`,
    ...(witnesses.length > 0 ? [`Seen by witness ${witnesses.join(', ')}.`] : []),
    ...(unknown > 0
      ? [`${unknown === 1 ? 'One signature' : `${unknown} signatures`} of other keys can't be checked.`]
      : []),
  ].join(' ')
}

const namesOf = (signed: readonly { key: VerifierKey }[]) =>
  signed.map(({ key }) => quoted(key.name)).join(', ')
