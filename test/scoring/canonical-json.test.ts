import t from 'tap'
import { canonicalJson, sha256, sortKeys } from '../../src/scoring/canonical-json.ts'

t.test('keys are in order at every depth, lists keep theirs', async (t) => {
  const given = { b: [{ z: 1, a: null }, 2], a: { d: true, c: 'x' } }
  t.equal(JSON.stringify(sortKeys(given)), '{"a":{"c":"x","d":true},"b":[{"a":null,"z":1},2]}')
})

t.test('a key named __proto__ is a key like any other', async (t) => {
  t.equal(JSON.stringify(sortKeys(JSON.parse('{"b":1,"__proto__":2}'))), '{"__proto__":2,"b":1}')
})

t.test('equal values have equal hashes, other values have others', async (t) => {
  const hashOf = (value: unknown) => sha256(canonicalJson(value))
  t.equal(hashOf({ a: 1, b: 2 }), hashOf({ b: 2, a: 1 }))
  t.not(hashOf({ a: 1, b: 2 }), hashOf({ a: 2, b: 1 }))
  t.equal(hashOf({}), '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
})
