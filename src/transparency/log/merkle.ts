import { EMPTY_ROOT, nodeHash } from './hashes.ts'
import {
  consistencyRanges,
  inclusionRanges,
  type Range,
  rootRange,
  type Subtree,
  subtreesOf,
} from './subtrees.ts'

/** Knows the hashes of complete subtrees. */
export type HashOf = (subtree: Subtree) => Uint8Array

/** The hash over the leaves of a range, folded from its complete subtrees. */
export function rangeHash(range: Range, hashOf: HashOf): Uint8Array {
  const hashes = subtreesOf(range).map(hashOf)
  return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right))
}

/** The root of a log of so many leaves. */
export const rootHash = (size: number, hashOf: HashOf): Uint8Array => rangeHash(rootRange(size), hashOf)

/** The inclusion proof of a leaf, from its sibling up. @throws RangeError when the leaf is not in the log */
export const inclusionProof = (index: number, size: number, hashOf: HashOf): Uint8Array[] =>
  inclusionRanges(index, size).map((range) => rangeHash(range, hashOf))

/** Proves that the log of `from` leaves is the beginning of that of `to`. @throws RangeError when it is longer */
export const consistencyProof = (from: number, to: number, hashOf: HashOf): Uint8Array[] =>
  consistencyRanges(from, to).map((range) => rangeHash(range, hashOf))

/** The complete subtrees that ranges are folded from, each once: what a database reads at a time. */
export function subtreesFor(ranges: readonly Range[]): Subtree[] {
  const named = ranges.flatMap(subtreesOf).map((subtree) => [keyOf(subtree), subtree] as const)
  return [...new Map(named).values()]
}

/**
 * Finds the hashes among those that were read.
 * @throws RangeError when one is missing
 */
export function hashesRead(nodes: Iterable<Subtree & { hash: Uint8Array }>): HashOf {
  const known = new Map<string, Uint8Array>()
  for (const node of nodes) known.set(keyOf(node), node.hash)
  return (subtree) => {
    const hash = known.get(keyOf(subtree))
    if (!hash) throw new RangeError(`the log has no hash at level ${subtree.level}, index ${subtree.index}`)
    return hash
  }
}

const keyOf = ({ level, index }: Subtree) => `${level}/${index}`
