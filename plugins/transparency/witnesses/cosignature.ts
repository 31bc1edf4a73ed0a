import { isSigned } from '../../../src/transparency/log/ed25519.ts'
import { formatNote, type NoteSignature, parseNote, verifyNote } from '../../../src/transparency/log/note.ts'
import type { VerifierKey } from '../../../src/transparency/log/verifier-key.ts'
import { WitnessFailure } from './failures.ts'

/** How far a witness's clock may be off, in seconds. */
const MOST_SECONDS_OFF = 24 * 3600

/**
 * The signature line in a witness's answer that holds for a checkpoint's text, with its line break. Lines of others are
 * left out (c2sp.org/tlog-witness).
 * @throws WitnessFailure when there is none
 */
export function cosignatureIn(answer: string, text: string, key: VerifierKey, now: Date): string {
  for (const signature of signaturesIn(answer, text)) {
    const seconds = timeOf({ text, signatures: [signature] }, key)
    if (seconds === undefined) continue
    if (Math.abs(seconds - now.getTime() / 1000) > MOST_SECONDS_OFF)
      throw new WitnessFailure('unsigned', `it has signed at ${seconds} s since 1970, more than a day off`)
    return formatNote({ text, signatures: [signature] }).slice(text.length + 1)
  }
  throw new WitnessFailure('unsigned', `its answer has no signature by ${key.name}+${key.id} that holds`)
}

function signaturesIn(answer: string, text: string): NoteSignature[] {
  try {
    const note = parseNote(`${text}\n${answer}`)
    if (note.text === text) return note.signatures // an empty line in the answer would make another text
  } catch {
    // said below
  }
  throw new WitnessFailure('unreadable', 'its answer is not made of signature lines')
}

/** When the key has signed; undefined when it has not. */
function timeOf(note: Parameters<typeof verifyNote>[0], key: VerifierKey): number | undefined {
  try {
    return verifyNote(note, [key], isSigned)[0]?.timestamp ?? undefined
  } catch {
    return undefined
  }
}
