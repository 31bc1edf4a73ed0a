import { createHash } from 'node:crypto'
import { sameBytes } from '../bytes.ts'

/** The length of every hash of a log, in bytes. */
export const HASH_BYTES = 32

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

const sha256Of = (...parts: Uint8Array[]): Uint8Array =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** sha256(0x00 ‖ data): the hash of a leaf (RFC 9162, section 2.1.1). */
export const leafHash = (data: Uint8Array) => sha256Of(LEAF, data)

/** sha256(0x01 ‖ left ‖ right): the hash over two subtrees. */
export const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256Of(NODE, left, right)

/** The root of a log without leaves: sha256 of nothing. */
export const EMPTY_ROOT: Uint8Array = sha256Of()

/**
 * Where the hashes of a log stand. A complete subtree of level l and index i holds the 2^l leaves from i × 2^l on;
 * level 0 are the leaves. Only complete subtrees never change, so only they are stored: every root and proof is folded
 * from them. Sizes and indices are whole numbers up to 2^53.
 */
type Subtree = { level: number; index: number }
export type Node = Subtree & { hash: Uint8Array }

/** The leaves from `start` up to `end`, without it. */
export type Range = { start: number; end: number }

/** Knows the hashes of complete subtrees. */
export type HashOf = (subtree: Subtree) => Uint8Array

/** The leaves that the root of so many covers. */
export const rootRange = (size: number): Range => rangeOf(0, size)

/**
 * The ranges whose hashes are the inclusion proof of a leaf, from the leaf's sibling to the child of the root.
 * @throws RangeError when the leaf is not in the log
 */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!isCount(size) || !isCount(index) || index >= size)
    throw new RangeError(`index must be below the size ${size}, not ${index}`)
  return wayTo(index, size, ({ start, end }) => end - start === 1).beside
}

/**
 * The ranges whose hashes are the consistency proof of two sizes (PROOF and SUBPROOF of RFC 9162, section 2.1.4). Empty
 * for equal sizes and from 0.
 * @throws RangeError when `from` is above `to`
 */
export function consistencyRanges(from: number, to: number): Range[] {
  if (!isCount(from) || !isCount(to) || from > to)
    throw new RangeError(`from must be at most the size ${to}, not ${from}`)
  if (from === 0) return []
  const { reached, beside } = wayTo(from - 1, to, ({ end }) => end === from)
  // The old tree itself is known by its root, so it is named only where it is a part of it.
  return reached.start > 0 ? [reached, ...beside] : beside
}

/** Halves a log towards a leaf. Answers the range that was sought, and the halves beside the way, from below. */
function wayTo(leaf: number, size: number, isSought: (range: Range) => boolean) {
  const beside: Range[] = []
  let reached = rootRange(size)
  while (!isSought(reached)) {
    const { start, end } = reached
    let width = 1 // of the left half: the largest power of two that leaves something to the right
    while (start + width * 2 < end) width *= 2
    const [left, right] = [rangeOf(start, start + width), rangeOf(start + width, end)]
    beside.unshift(leaf < left.end ? right : left)
    reached = leaf < left.end ? left : right
  }
  return { reached, beside }
}

const rangeOf = (start: number, end: number): Range => ({ start, end })

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

/** The complete subtrees that a range is made of, from the left; the larger come first. */
function subtreesOf({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = start, level = 0; at < end; at += 2 ** level) {
    level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1
    subtrees.push({ level, index: at / 2 ** level })
  }
  return subtrees
}

/** The complete subtrees that ranges are folded from, each once: what a database reads at a time. */
export function subtreesFor(ranges: readonly Range[]): Subtree[] {
  const named = ranges.flatMap(subtreesOf).map((subtree) => [keyOf(subtree), subtree] as const)
  return [...new Map(named).values()]
}

/**
 * Finds the hashes among those that were read.
 * @throws RangeError when one is missing
 */
export function hashesRead(nodes: readonly Node[]): HashOf {
  const known = new Map(nodes.map((node) => [keyOf(node), node.hash]))
  return (subtree) => {
    const hash = known.get(keyOf(subtree))
    if (!hash) throw new RangeError(`the log has no hash at level ${subtree.level}, index ${subtree.index}`)
    return hash
  }
}

const keyOf = ({ level, index }: Subtree) => `${level}/${index}`

/** The hash over complete subtrees that stand side by side, from the left. */
const folded = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right))

/** The hash over a range: the root of the log, or one of a proof. */
export const rangeHash = (range: Range, hashOf: HashOf): Uint8Array => folded(subtreesOf(range).map(hashOf))

/** The root of a log of so many leaves. */
export const rootHash = (size: number, hashOf: HashOf): Uint8Array => rangeHash(rootRange(size), hashOf)

/**
 * Appends leaves to a log of a size: the subtrees that became complete, the leaves themselves (level 0) among them, and
 * the new size and root. Of the log it needs the hashes of `subtreesOf(rootRange(from))`, its right edge.
 */
export function append(from: number, hashOf: HashOf, leafHashes: readonly Uint8Array[]) {
  const nodes: Node[] = []
  const edge = subtreesOf(rootRange(from)).map(hashOf)
  for (const [n, leaf] of leafHashes.entries()) {
    let [level, index, hash] = [0, from + n, leaf]
    nodes.push({ level, index, hash })
    // An odd subtree completes the one above it, with its left sibling, which is the last of the edge.
    for (; index % 2 === 1; level += 1) {
      hash = nodeHash(edge.pop() as Uint8Array, hash)
      index = (index - 1) / 2
      nodes.push({ level: level + 1, index, hash })
    }
    edge.push(hash)
  }
  return { nodes, size: from + leafHashes.length, root: folded(edge) }
}

/** Whether a leaf's hash stands at an index of the log of this size and root. */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || !areHashes([leaf, root, ...proof])) return false
  const ranges = inclusionRanges(index, size)
  if (proof.length !== ranges.length) return false
  const hash = proof.reduce((below, sibling, n) => {
    const isRight = (ranges[n] as Range).start > index
    return isRight ? nodeHash(below, sibling) : nodeHash(sibling, below)
  }, leaf)
  return sameBytes(hash, root)
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
  if (from === 0) return proof.length === 0 && sameBytes(fromRoot, to === 0 ? toRoot : EMPTY_ROOT)
  const ranges = consistencyRanges(from, to)
  if (proof.length !== ranges.length) return false
  let [old, now] = [fromRoot, fromRoot]
  for (const [n, hash] of proof.entries()) {
    const { start, end } = ranges[n] as Range
    if (end === from) [old, now] = [hash, hash]
    else if (start >= from) now = nodeHash(now, hash)
    else [old, now] = [nodeHash(hash, old), nodeHash(hash, now)]
  }
  return sameBytes(old, fromRoot) && sameBytes(now, toRoot)
}

const areHashes = (hashes: readonly Uint8Array[]) => hashes.every((hash) => hash.length === HASH_BYTES)
