import t from 'tap'
import { toBase64 } from '../../../src/transparency/bytes.ts'
import { consistencyCheck, parseConsistencyProof } from '../../../src/transparency/log/checkpoint.ts'
import { rootHash } from '../../../src/transparency/log/merkle.ts'
import { aLog, consistencyProof, someLeaves } from '../a-log.ts'

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
