import t from 'tap'
import { toHex } from '../../../src/transparency/bytes.ts'
import {
  append,
  consistencyRanges,
  EMPTY_ROOT,
  hashesRead,
  inclusionRanges,
  leafHash,
  rootHash,
  rootRange,
  subtreesFor,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/transparency/log/merkle.ts'
import { aLog, consistencyProof, inclusionProof, REFERENCE_LEAVES, someLeaves } from '../a-log.ts'

const MOST = 64

/** The roots of the first 0 to 8 reference leaves, as RFC 6962's implementations publish them. */
const REFERENCE_ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

t.test('the reference leaves have the reference roots', async (t) => {
  const { hashOf } = aLog(REFERENCE_LEAVES)
  for (const [size, root] of REFERENCE_ROOTS.entries()) t.equal(toHex(rootHash(size, hashOf)), root)
})

t.test('the reference leaves have the reference proofs', async (t) => {
  const { hashOf } = aLog(REFERENCE_LEAVES)
  t.same(inclusionProof(0, 8, hashOf).map(toHex), [
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ])
  t.same(inclusionProof(5, 8, hashOf).map(toHex), [
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  t.same(consistencyProof(2, 8, hashOf).map(toHex), [
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ])
  t.same(consistencyProof(6, 8, hashOf).map(toHex), [
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
})

/** A copy with one bit the other way. */
function flipped(hash: Uint8Array, bit: number) {
  const other = Uint8Array.from(hash)
  other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7))
  return other
}

t.test('every leaf of every log up to 64 is proven to be in it, with a bit flipped it is not', async (t) => {
  const { nodes, hashOf } = aLog(someLeaves(MOST))
  const wrong: string[] = []
  for (let size = 1; size <= MOST; size++)
    for (let index = 0; index < size; index++) {
      const proof = inclusionProof(index, size, hashOf)
      const [root, leaf] = [rootHash(size, hashOf), hashOf({ level: 0, index })]
      if (!verifyInclusion(leaf, index, size, proof, root)) wrong.push(`${index} of ${size} is refused`)
      const bit = (index * 7 + size) % 256
      const others = [
        verifyInclusion(flipped(leaf, bit), index, size, proof, root),
        verifyInclusion(leaf, index, size, proof, flipped(root, bit)),
        verifyInclusion(leaf, index, size, [...proof, root], root),
        verifyInclusion(leaf, index, size, proof.slice(0, -1), root) && proof.length > 0,
        index > 0 && verifyInclusion(leaf, index - 1, size, proof, root),
        ...proof.map((hash, at) =>
          verifyInclusion(leaf, index, size, proof.with(at, flipped(hash, bit)), root),
        ),
      ]
      if (others.some(Boolean)) wrong.push(`${index} of ${size} is accepted when changed`)
    }
  t.same(wrong, [])
  t.equal(nodes.length, 127, 'a log of 64 leaves has 127 complete subtrees')
})

t.test('every log up to 64 is proven to begin with every smaller one, with a bit flipped not', async (t) => {
  const { hashOf } = aLog(someLeaves(MOST))
  const roots = Array.from({ length: MOST + 1 }, (_, size) => rootHash(size, hashOf))
  const wrong: string[] = []
  for (let to = 0; to <= MOST; to++)
    for (let from = 0; from <= to; from++) {
      const proof = consistencyProof(from, to, hashOf)
      const [old, now] = [roots[from], roots[to]] as [Uint8Array, Uint8Array]
      if (!verifyConsistency(from, to, old, now, proof)) wrong.push(`${from} to ${to} is refused`)
      const bit = (from * 5 + to) % 256
      const others = [
        verifyConsistency(from, to, flipped(old, bit), now, proof),
        from > 0 && verifyConsistency(from, to, old, flipped(now, bit), proof),
        verifyConsistency(from, to, old, now, [...proof, now]),
        proof.length > 0 && verifyConsistency(from, to, old, now, proof.slice(0, -1)),
        ...proof.map((hash, at) => verifyConsistency(from, to, old, now, proof.with(at, flipped(hash, bit)))),
      ]
      if (others.some(Boolean)) wrong.push(`${from} to ${to} is accepted when changed`)
    }
  t.same(wrong, [])
})

t.test('a proof is folded from the complete subtrees that it names, and from no other', async (t) => {
  const { nodes } = aLog(someLeaves(MOST))
  const all = new Map(nodes.map((node) => [`${node.level}/${node.index}`, node]))
  for (const [from, to] of [
    [0, 1],
    [3, 7],
    [20, 45],
    [63, 64],
  ] as const) {
    const needed = subtreesFor([rootRange(to), ...consistencyRanges(from, to), ...inclusionRanges(from, to)])
    const read = needed.map(({ level, index }) => all.get(`${level}/${index}`) as (typeof nodes)[0])
    const hashOf = hashesRead(read)
    const [old, now] = [rootHash(from, hashesRead(nodes)), rootHash(to, hashOf)]
    const proof = consistencyProof(from, to, hashOf)
    t.ok(verifyConsistency(from, to, old, now, proof), `${from} to ${to} from ${needed.length} hashes`)
    t.equal(new Set(needed.map((subtree) => JSON.stringify(subtree))).size, needed.length, 'each once')
  }
  t.throws(() => hashesRead([])({ level: 2, index: 1 }), /no hash at level 2, index 1/)
})

t.test('appending in parts makes the same log as appending at once', async (t) => {
  const leaves = someLeaves(37).map(leafHash)
  const whole = append(0, hashesRead([]), leaves)
  for (const cut of [0, 1, 2, 16, 31, 36, 37]) {
    const first = append(0, hashesRead([]), leaves.slice(0, cut))
    const second = append(cut, hashesRead(first.nodes), leaves.slice(cut))
    t.same([...first.nodes, ...second.nodes], whole.nodes, `cut after ${cut}`)
    t.same([second.size, second.root], [37, whole.root])
    t.equal(first.size, cut)
  }
  t.same(whole.root, rootHash(37, hashesRead(whole.nodes)))
  t.same(append(0, hashesRead([]), []).root, EMPTY_ROOT)
})

t.test('a log of more leaves than 32 bits count is proven as well', async (t) => {
  const size = 2 ** 40 + 5
  t.same(inclusionRanges(2 ** 40 + 4, size), [
    { start: 2 ** 40, end: 2 ** 40 + 4 },
    { start: 0, end: 2 ** 40 },
  ])
  const hash = (level: number) => leafHash(Uint8Array.of(level))
  const hashOf = ({ level }: { level: number }) => hash(level)
  const root = rootHash(size, hashOf)
  t.ok(verifyInclusion(hash(0), 2 ** 40 + 4, size, inclusionProof(2 ** 40 + 4, size, hashOf), root))
  t.ok(verifyConsistency(2 ** 40, size, hash(40), root, consistencyProof(2 ** 40, size, hashOf)))
})

t.test('indices and sizes that no log has are refused', async (t) => {
  const hash = leafHash(Uint8Array.of())
  t.throws(() => inclusionRanges(3, 3), /index must be below the size 3, not 3/)
  t.throws(() => consistencyRanges(4, 3), /from must be at most the size 3, not 4/)
  for (const [index, size] of [
    [-1, 1],
    [0.5, 1],
    [Number.NaN, 1],
    [0, Infinity],
    [1, 1],
  ] as const)
    t.notOk(verifyInclusion(hash, index, size, [], hash), `${index} of ${size}`)
  t.notOk(verifyInclusion(hash.subarray(1), 0, 1, [], hash.subarray(1)), 'a hash of 31 bytes')
  t.notOk(verifyConsistency(0, 3, hash, hash, []), 'the empty log has one root')
})
