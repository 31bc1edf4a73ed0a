import { EMPTY_ROOT, nodeHash } from './hashes.ts'
import { rootRange, type Subtree, subtreesOf } from './subtrees.ts'

/** The complete subtree hashes along the right side of a log, from the left: all that appending needs of it. */
export type RightEdge = { size: number; hashes: Uint8Array[] }

export type Node = Subtree & { hash: Uint8Array }

export const EMPTY_LOG: RightEdge = { size: 0, hashes: [] }

/** The complete subtrees that the right edge of a log of so many leaves is made of, in the order of its hashes. */
export const rightEdgeSubtrees = (size: number): Subtree[] => subtreesOf(rootRange(size))

/**
 * Appends leaves: the subtrees that became complete, the leaves themselves (level 0) among them, and the new right
 * edge. The log that was given stays as it is.
 */
export function append(log: RightEdge, leafHashes: readonly Uint8Array[]): { nodes: Node[]; log: RightEdge } {
  const nodes: Node[] = []
  const hashes = [...log.hashes]
  let size = log.size
  for (const leaf of leafHashes) {
    let [level, index, hash] = [0, size, leaf]
    nodes.push({ level, index, hash })
    // An odd subtree completes the one above it, with its left sibling, which is the last of the edge.
    for (; index % 2 === 1; level += 1) {
      hash = nodeHash(hashes.pop() as Uint8Array, hash)
      index = (index - 1) / 2
      nodes.push({ level: level + 1, index, hash })
    }
    hashes.push(hash)
    size += 1
  }
  return { nodes, log: { size, hashes } }
}

/** The root of a log by its right edge. */
export const rootOf = ({ hashes }: RightEdge): Uint8Array =>
  hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right))
