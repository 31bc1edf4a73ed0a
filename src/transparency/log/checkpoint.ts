import { fromBase64, toBase64 } from '../bytes.ts'
import { HASH_BYTES } from './hashes.ts'
import { readCount } from './read-count.ts'
import { quoted } from './verifier-key.ts'

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
