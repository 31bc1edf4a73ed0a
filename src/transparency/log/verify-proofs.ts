import { sameBytes } from '../bytes.ts'
import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './hashes.ts'

// The verification algorithms of RFC 9162, sections 2.1.3.2 and 2.1.4.2. Halving is by division: a log may have more
// leaves than fit into the 32 bits of a shift.

/** Whether a leaf's hash stands at an index of the log of this size and root. */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes([leaf, root, ...proof])) return false
  let [at, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    const isRight = isOdd(at) || at === last
    hash = isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    if (isRight) [at, last] = climb(at, last)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameBytes(hash, root)
}

/**
 * Whether the log of size `from` and its root is the beginning of that of size `to`: nothing was changed or removed.
 */
export function verifyConsistency(
  from: number,
  to: number,
  fromRoot: Uint8Array,
  toRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!isCount(from) || !isCount(to) || from > to || !areHashes([fromRoot, toRoot, ...proof])) return false
  if (from === to) return proof.length === 0 && sameBytes(fromRoot, toRoot)
  if (from === 0) return proof.length === 0 && sameBytes(fromRoot, EMPTY_ROOT)
  const [first, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof
  if (!first || proof.length === 0) return false
  let [at, last] = [from - 1, to - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let [old, now] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      ;[old, now] = [nodeHash(hash, old), nodeHash(hash, now)]
      ;[at, last] = climb(at, last)
    } else now = nodeHash(now, hash)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameBytes(old, fromRoot) && sameBytes(now, toRoot)
}

/** Up to where the node is a right child, or the leftmost of all. */
function climb(at: number, last: number): [number, number] {
  let place: [number, number] = [at, last]
  while (!isOdd(place[0]) && place[0] !== 0) place = [half(place[0]), half(place[1])]
  return place
}

const half = (value: number) => Math.floor(value / 2)
const isOdd = (value: number) => value % 2 === 1
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
const areHashes = (hashes: readonly Uint8Array[]) => hashes.every((hash) => hash.length === HASH_BYTES)

function isPowerOfTwo(value: number): boolean {
  let rest = value
  while (rest % 2 === 0) rest /= 2
  return rest === 1
}
