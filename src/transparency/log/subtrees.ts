/**
 * Where the hashes of a log stand. A complete subtree of level l and index i holds the 2^l leaves from i × 2^l on;
 * level 0 are the leaves. Only complete subtrees never change, so only they are stored: every root and proof is folded
 * from them. Sizes and indices are whole numbers up to 2^53.
 */
export type Subtree = { level: number; index: number }

/** The leaves from `start` up to `end`, without it. */
export type Range = { start: number; end: number }

/** The leaves that the root of so many covers. */
export const rootRange = (size: number): Range => ({ start: 0, end: size })

/**
 * The ranges whose hashes are the inclusion proof of a leaf, from the leaf's sibling to the child of the root.
 * @throws RangeError when the leaf is not in the log
 */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!isCount(size) || !isCount(index) || index >= size)
    throw new RangeError(`index must be below the size ${size}, not ${index}`)
  const path: Range[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    path.push(index < middle ? { start: middle, end } : { start, end: middle })
    if (index < middle) end = middle
    else start = middle
  }
  return path.reverse()
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
  const path: Range[] = []
  let [start, end] = [0, to]
  while (from < end) {
    const middle = start + splitOf(end - start)
    path.push(from <= middle ? { start: middle, end } : { start, end: middle })
    if (from <= middle) end = middle
    else start = middle
  }
  // The old tree itself is known by its root, so it is named only where it is a part of it.
  if (start > 0) path.push({ start, end })
  return path.reverse()
}

/** The complete subtrees that a range is made of, from the left; the larger come first. */
export function subtreesOf({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  let at = start
  while (at < end) {
    let [level, width] = [0, 1]
    while (at % (2 * width) === 0 && at + 2 * width <= end) {
      level += 1
      width *= 2
    }
    subtrees.push({ level, index: at / width })
    at += width
  }
  return subtrees
}

/** The largest power of two below a size of at least 2. */
function splitOf(size: number): number {
  let width = 1
  while (width * 2 < size) width *= 2
  return width
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
