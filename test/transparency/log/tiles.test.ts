import t from 'tap'
import { toHex } from '../../../src/transparency/bytes.ts'
import {
  entryBundle,
  parseTilePath,
  type Tile,
  tilePath,
  tileSubtrees,
  tileWidth,
} from '../../../src/transparency/log/tiles.ts'

t.test('tiles have the paths of c2sp.org/tlog-tiles', async (t) => {
  const cases: [Tile, string][] = [
    [{ level: 0, index: 0, width: 256 }, '0/000'],
    [{ level: 0, index: 273, width: 112 }, '0/273.p/112'],
    [{ level: 1, index: 1_234_067, width: 256 }, '1/x001/x234/067'],
    [{ level: 63, index: 999, width: 1 }, '63/999.p/1'],
    [{ level: 'entries', index: 1000, width: 7 }, 'entries/x001/000.p/7'],
  ]
  for (const [tile, path] of cases) {
    t.equal(tilePath(tile), path)
    t.same(parseTilePath(path), tile)
  }
})

t.test('a tile has one path, and no other is one', async (t) => {
  for (const path of [
    '',
    '0',
    '0/0',
    '0/00',
    '0/0000',
    '0/x000/000',
    '0/001/000',
    '0/x001/x000',
    '00/000',
    '64/000',
    '-1/000',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/000/',
    '/0/000',
    'data/000',
    '0/../0/000',
    '0/000\n',
    '0/x999/x999/x999/x999/x999/999',
  ])
    t.equal(parseTilePath(path), undefined, JSON.stringify(path))
})

t.test('a log of 70,000 leaves has the tiles of the page', async (t) => {
  const widths = (level: number, size: number) => {
    const tiles: number[] = []
    for (let index = 0; tileWidth({ level, index }, size) > 0; index++)
      tiles.push(tileWidth({ level, index }, size))
    return tiles
  }
  const leaves = widths(0, 70_000)
  t.same([leaves.length, leaves[272], leaves[273]], [274, 256, 112])
  t.same(widths(1, 70_000), [256, 17])
  t.same(widths(2, 70_000), [1])
  t.same(widths(3, 70_000), [])
  t.same([widths(0, 256), widths(1, 256)], [[256], [1]])
  t.equal(tileWidth({ level: 'entries', index: 273 }, 70_000), 112)
})

t.test('a tile holds the hashes of every eighth level', async (t) => {
  t.same(tileSubtrees({ level: 1, index: 1, width: 2 }), [
    { level: 8, index: 256 },
    { level: 8, index: 257 },
  ])
  t.same(tileSubtrees({ level: 'entries', index: 0, width: 1 }), [{ level: 0, index: 0 }])
})

t.test('entries stand behind their lengths', async (t) => {
  const long = new Uint8Array(258)
  t.equal(toHex(entryBundle([Uint8Array.of(7, 8), new Uint8Array(), long])).slice(0, 16), '0002070800000102')
  t.equal(entryBundle([]).length, 0)
  t.throws(() => entryBundle([new Uint8Array(65_536)]), /at most 65535 bytes/)
})
