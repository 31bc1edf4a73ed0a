import t from 'tap'
import { toBase64 } from '../../../src/transparency/bytes.ts'
import {
  checkpointText,
  consistencyCheck,
  formatTlogProof,
  parseCheckpoint,
  parseConsistencyProof,
  parseTlogProof,
} from '../../../src/transparency/log/checkpoint.ts'
import { leafHash, rootHash } from '../../../src/transparency/log/merkle.ts'
import { parseNote } from '../../../src/transparency/log/note.ts'
import { aLog, consistencyProof, someLeaves } from '../a-log.ts'

// The examples of c2sp.org/tlog-checkpoint and c2sp.org/tlog-proof.
const TEXT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
const CHECKPOINT = `${TEXT}
— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`
const HASHES = [
  'gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=',
  'B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=',
]

t.test('the example checkpoint of C2SP is read and written to the byte', async (t) => {
  const note = parseNote(CHECKPOINT)
  const checkpoint = parseCheckpoint(note.text)
  t.match(checkpoint, { origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  t.equal(toBase64(checkpoint.root), 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=')
  t.equal(checkpointText(checkpoint), TEXT)
  t.match(note.signatures, [
    { name: 'example.com/behind-the-sofa', id: '033de0ae' },
    { name: 'witness.example.com/w1', id: '8d66cf3f' },
  ])
})

t.test('extension lines are read over', async (t) => {
  t.same(parseCheckpoint(`${TEXT}one\ntwo words\n`), parseCheckpoint(TEXT))
})

t.test('texts that are no checkpoints are refused with a sentence', async (t) => {
  for (const [text, problem] of [
    ['', /three lines/],
    ['a\n1\n', /three lines/],
    [TEXT.slice(0, -1), /three lines/],
    [TEXT.replace('20852163', '020852163'), /size of a checkpoint must be a number, not "020852163"/],
    [TEXT.replace('20852163', '-1'), /must be a number/],
    [TEXT.replace('20852163', '1e3'), /must be a number/],
    [TEXT.replace('20852163', '99999999999999999'), /must be a number/],
    [TEXT.replace('q2I=', 'q2J='), /must be a sha256 as base64/],
    [`\n${TEXT}`, /not empty/],
    [`${TEXT}\nmore\n`, /not empty/],
  ] as const)
    t.throws(() => parseCheckpoint(text), problem)
  const root = leafHash(Uint8Array.of())
  t.throws(() => checkpointText({ origin: '', size: 0, root }), /not empty/)
  t.throws(() => checkpointText({ origin: 'a\nb', size: 0, root }), /not empty/)
})

t.test('a proof is read and written to the byte, without extra data', async (t) => {
  const plain = `c2sp.org/tlog-proof@v1\nindex 73894\n${HASHES.join('\n')}\n\n${CHECKPOINT}`
  const alone = `c2sp.org/tlog-proof@v1\nindex 0\n\n${CHECKPOINT}`
  for (const text of [plain, alone]) t.equal(formatTlogProof(parseTlogProof(text)), text)
  const proof = parseTlogProof(plain)
  t.same(proof.hashes.map(toBase64), HASHES)
  t.match(proof, { index: 73_894, checkpoint: CHECKPOINT })
  t.same(parseTlogProof(alone).hashes, [])
})

t.test('texts that are no proofs are refused with a sentence', async (t) => {
  const head = 'c2sp.org/tlog-proof@v1\n'
  for (const [text, problem] of [
    ['', /empty line before its checkpoint/],
    [`c2sp.org/tlog-proof@v2\nindex 0\n\n${CHECKPOINT}`, /begins with c2sp\.org\/tlog-proof@v1/],
    [`${head}extra YWdlLXYxLjIuMS5nego=\nindex 0\n\n${CHECKPOINT}`, /has no extra line/],
    [`${head}\n${CHECKPOINT}`, /names its index/],
    [`${head}index 00\n\n${CHECKPOINT}`, /names its index, not "index 00"/],
    [`${head}index -5\n\n${CHECKPOINT}`, /names its index/],
    [`${head}index 0\nshort\n\n${CHECKPOINT}`, /must be a sha256 as base64, not "short"/],
    [`${head}index 0\n${`${HASHES[0]}\n`.repeat(54)}\n${CHECKPOINT}`, /at most 53 hashes/],
  ] as const)
    t.throws(() => parseTlogProof(text), problem)
})

const { hashOf } = aLog(someLeaves(20))
const at = (size: number) => ({ origin: 'log.example', size, root: rootHash(size, hashOf) })
const proof = (from: number, to: number) =>
  parseConsistencyProof(JSON.stringify({ from, to, proof: consistencyProof(from, to, hashOf).map(toBase64) }))

t.test('a kept checkpoint agrees with a newer and with an older one', async (t) => {
  const grown = consistencyCheck(at(7), at(20), proof(7, 20))
  t.same(grown, {
    check: 'consistent',
    ok: true,
    sentence: 'The log of 7 is the beginning of the log of 20: nothing in it was changed or removed.',
  })
  t.equal(consistencyCheck(at(20), at(7), proof(7, 20)).ok, true)
  t.equal(consistencyCheck(at(7), at(7), null).ok, true, 'equal sizes need no proof')
  t.equal(consistencyCheck(at(0), at(7), null).ok, true, 'nothing is the beginning of every log')
})

t.test('a log that was rebuilt is refused', async (t) => {
  const other = aLog([...someLeaves(19), Uint8Array.of(1)])
  const rebuilt = { ...at(20), root: rootHash(20, other.hashOf) }
  const says = (...given: Parameters<typeof consistencyCheck>) => {
    const { ok, sentence } = consistencyCheck(...given)
    return ok === false ? sentence : 'it holds'
  }
  t.match(says(at(20), rebuilt, null), /the first 20 leaves of the log of 20 are others/)
  t.match(says(at(7), rebuilt, proof(7, 20)), /the first 7 leaves of the log of 20 are others/)
  t.match(says(at(7), at(20), null), /a proof from 7 to 20 is needed/)
  t.match(says(at(7), at(20), proof(6, 20)), /the proof is from 6 to 20, and one from 7 to 20 is needed/)
  t.match(says({ ...at(7), origin: 'a' }, at(20), proof(7, 20)), /its origin was a and is log\.example/)
})

t.test('texts that are no consistency proof are refused with a sentence', async (t) => {
  for (const text of ['', '[]', 'null', '{"from":1,"to":2}', '{"from":"1","to":2,"proof":[]}'])
    t.throws(() => parseConsistencyProof(text), /with from, to and proof/)
  t.throws(() => parseConsistencyProof('{"from":1,"to":2,"proof":[1]}'), /list of sha256/)
  t.throws(() => parseConsistencyProof('{"from":1,"to":2,"proof":["AAAA"]}'), /must be a sha256 as base64/)
})
