import { concat } from '../bytes.ts'
import { readCount } from './read-count.ts'
import type { Subtree } from './subtrees.ts'

/**
 * A tile (c2sp.org/tlog-tiles): up to 256 hashes in a row, `width` of them; at level l those over 256^l leaves each.
 * `entries` holds the leaves themselves.
 */
export type Tile = { level: number | 'entries'; index: number; width: number }

export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
const MOST_LEVEL = 63

/** The path of a tile after `/tile/`, such as 0/x001/234 or entries/000.p/7. */
export const tilePath = ({ level, index, width }: Tile): string =>
  `${level}/${indexPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`

/** The tile that a path after `/tile/` names, or undefined: a tile has one path. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', digits = '', part] =
    /^(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? []
  const index = readCount(digits.replaceAll(/[x/]/g, '').replace(/^0+(?=\d)/, ''))
  const width = part === undefined ? TILE_WIDTH : readCount(part)
  const height = level === 'entries' ? ('entries' as const) : readCount(level)
  if (index === undefined || height === undefined || width === undefined) return undefined
  if (height !== 'entries' && height > MOST_LEVEL) return undefined
  if (part !== undefined && (width < 1 || width >= TILE_WIDTH)) return undefined
  const tile = { level: height, index, width }
  return tilePath(tile) === path ? tile : undefined
}

/** How many hashes a tile has in a log of so many leaves; 0 when it has no such tile. */
export function tileWidth({ level, index }: Pick<Tile, 'level' | 'index'>, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level))
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH))
}

/** The complete subtrees whose hashes are a tile, in their order; for entries those of the leaves. */
export function tileSubtrees({ level, index, width }: Tile): Subtree[] {
  const height = level === 'entries' ? 0 : level * TILE_HEIGHT
  return Array.from({ length: width }, (_, at) => ({ level: height, index: index * TILE_WIDTH + at }))
}

/**
 * The content of an entry tile: each entry behind its length, two bytes, the higher first.
 * @throws RangeError when an entry has more than 65,535 bytes
 */
export const entryBundle = (entries: readonly Uint8Array[]): Uint8Array =>
  concat(
    ...entries.flatMap((entry) => {
      if (entry.length > 0xffff) throw new RangeError('an entry of a log has at most 65535 bytes')
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
    }),
  )

function indexPath(index: number): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}
