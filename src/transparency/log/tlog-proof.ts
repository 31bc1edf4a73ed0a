import { fromBase64, toBase64 } from '../bytes.ts'
import { readCount } from './checkpoint.ts'
import { HASH_BYTES } from './merkle.ts'
import { quoted } from './verifier-key.ts'

/** That an entry stands in a log (c2sp.org/tlog-proof); `checkpoint` is the signed note, as it was issued. */
export type TlogProof = {
  /** opaque and proven by nothing; null when there is none */
  extra: Uint8Array | null
  index: number
  /** from the leaf's sibling up */
  hashes: Uint8Array[]
  checkpoint: string
}

const HEADER = 'c2sp.org/tlog-proof@v1'

/** A log of 2^53 leaves has no longer proof. */
const MOST_HASHES = 53

/** The text of a proof. */
export function formatTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [
    HEADER,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** @throws RangeError that says why a text is no proof */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  if (end < 0) throw new RangeError('a proof has an empty line before its checkpoint')
  const [header = '', ...lines] = text.slice(0, end).split('\n')
  if (header !== HEADER) throw new RangeError(`a proof begins with ${HEADER}, not ${quoted(header)}`)
  const extra = lines[0]?.startsWith('extra ') ? readExtra(lines.shift() as string) : null
  const index = readIndex(lines.shift() ?? '')
  if (lines.length > MOST_HASHES) throw new RangeError(`a proof has at most ${MOST_HASHES} hashes`)
  return { extra, index, hashes: lines.map(readHash), checkpoint: text.slice(end + 2) }
}

/** A hash as base64. @throws RangeError when it is none */
export function readHash(line: string): Uint8Array {
  const hash = fromBase64(line)
  if (hash?.length !== HASH_BYTES)
    throw new RangeError(`a hash of a proof must be a sha256 as base64, not ${quoted(line)}`)
  return hash
}

function readExtra(line: string): Uint8Array {
  const extra = fromBase64(line.slice('extra '.length))
  if (!extra) throw new RangeError(`the extra line of a proof must hold base64, not ${quoted(line)}`)
  return extra
}

function readIndex(line: string): number {
  const index = line.startsWith('index ') ? readCount(line.slice('index '.length)) : undefined
  if (index === undefined) throw new RangeError(`a proof names its index, not ${quoted(line)}`)
  return index
}
