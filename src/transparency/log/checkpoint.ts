import { fromBase64, toBase64 } from '../bytes.ts'
import { type Check, check, quoted, readJson } from '../check.ts'
import { HASH_BYTES, verifyConsistency } from './merkle.ts'
import { parseNote, type VerifierKey, verifyNote } from './note.ts'

/** A log's root at a size (c2sp.org/tlog-checkpoint); the text of a note, which may have more lines. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array }

/** The text of a checkpoint, to be signed. @throws RangeError when a line can't be one */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  const lines = [origin, String(size), toBase64(root)]
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
  const count = readCount(size)
  if (count === undefined)
    throw new RangeError(`the size of a checkpoint must be a number, not ${quoted(size)}`)
  return { origin, size: count, root: readHash(root, 'the root of a checkpoint') }
}

/** A whole number in decimal without leading zeros, up to 2^53; undefined for any other text. */
function readCount(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : undefined
}

function readHash(line: string, name = 'a hash of a proof'): Uint8Array {
  const hash = fromBase64(line)
  if (hash?.length !== HASH_BYTES)
    throw new RangeError(`${name} must be a sha256 as base64, not ${quoted(line)}`)
  return hash
}

/**
 * Opens a checkpoint that its log has signed, and says so in a sentence: the key's name is the log's origin, so that a
 * key which is trusted for one log speaks for no other.
 * @throws RangeError that says why it can't be trusted
 */
export function openCheckpoint(text: string, keys: readonly VerifierKey[]) {
  const note = parseNote(text)
  const signed = verifyNote(note, keys)
  const checkpoint = parseCheckpoint(note.text)
  const log = signed.find(({ name }) => name === checkpoint.origin)
  if (!log) {
    const names = signed.map(({ name }) => quoted(name)).join(', ')
    throw new RangeError(`its origin is ${quoted(checkpoint.origin)}, but it is signed by ${names}`)
  }
  const unknown = note.signatures.length - signed.length
  const others = unknown === 1 ? 'One signature' : `${unknown} signatures`
  const more = unknown === 0 ? '' : ` ${others} of other keys can't be checked.`
  return { checkpoint, sentence: `The checkpoint is signed by ${log.name} with the key ${log.id}.${more}` }
}

/**
 * That an entry stands in a log (c2sp.org/tlog-proof): its hashes from the leaf's sibling up, and the signed note, as it
 * was issued.
 */
export type TlogProof = { index: number; hashes: Uint8Array[]; checkpoint: string }

const HEADER = 'c2sp.org/tlog-proof@v1'

/** A log of 2^53 leaves has no longer proof. */
const MOST_HASHES = 53

/** The text of a proof. */
export const formatTlogProof = ({ index, hashes, checkpoint }: TlogProof): string =>
  `${[HEADER, `index ${index}`, ...hashes.map(toBase64)].join('\n')}\n\n${checkpoint}`

/** Extra data would be proven by nothing: a certificate has none. @throws RangeError that says why a text is no proof */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  if (end < 0) throw new RangeError('a proof has an empty line before its checkpoint')
  const [header = '', line = '', ...hashes] = text.slice(0, end).split('\n')
  if (header !== HEADER) throw new RangeError(`a proof begins with ${HEADER}, not ${quoted(header)}`)
  if (line.startsWith('extra ')) throw new RangeError('the proof of a certificate has no extra line')
  const index = line.startsWith('index ') ? readCount(line.slice('index '.length)) : undefined
  if (index === undefined) throw new RangeError(`a proof names its index, not ${quoted(line)}`)
  if (hashes.length > MOST_HASHES) throw new RangeError(`a proof has at most ${MOST_HASHES} hashes`)
  return { index, hashes: hashes.map((hash) => readHash(hash)), checkpoint: text.slice(end + 2) }
}

/** That a log of `from` leaves is the beginning of one of `to`; the hashes as base64. */
export type ConsistencyProof = { from: number; to: number; proof: string[] }

/** The proof that a JSON text holds. @throws RangeError that says why it holds none */
export function parseConsistencyProof(json: string): ConsistencyProof {
  const { from, to, proof } = (readJson(json) ?? {}) as Partial<ConsistencyProof>
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || !Array.isArray(proof))
    throw new RangeError('a consistency proof is JSON with from, to and proof')
  if (proof.length > 2 * MOST_HASHES || !proof.every((hash) => typeof hash === 'string'))
    throw new RangeError('proof must be a list of sha256 as base64')
  for (const hash of proof) readHash(hash)
  return { from: from as number, to: to as number, proof }
}

/**
 * Checks that a kept checkpoint and a present one are of one log: the smaller is the beginning of the larger. Both have
 * been opened. Equal sizes need no proof.
 */
export function consistencyCheck(kept: Checkpoint, now: Checkpoint, given: ConsistencyProof | null): Check {
  return check('consistent', 'The log is not the one of the kept checkpoint', () => {
    if (kept.origin !== now.origin) throw new RangeError(`its origin was ${kept.origin} and is ${now.origin}`)
    const [old, young] = kept.size <= now.size ? [kept, now] : [now, kept]
    const { size: from } = old
    const { size: to } = young
    const isNeeded = from > 0 && from !== to
    if (isNeeded && !given) throw new RangeError(`a proof from ${from} to ${to} is needed`)
    if (isNeeded && (given?.from !== from || given.to !== to))
      throw new RangeError(
        `the proof is from ${given?.from} to ${given?.to}, and one from ${from} to ${to} is needed`,
      )
    const hashes = (from === to ? undefined : given?.proof) ?? []
    const proof = hashes.map((hash) => readHash(hash))
    if (!verifyConsistency(from, to, old.root, young.root, proof))
      throw new RangeError(
        `the first ${from} leaves of the log of ${to} are others, or the proof is not theirs`,
      )
    return `The log of ${from} is the beginning of the log of ${to}: nothing in it was changed or removed.`
  })
}
