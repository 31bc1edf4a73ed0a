import fc from 'fast-check'
import t from 'tap'
import { recordDiff } from '../../../../console/logic/rules/record-diff.ts'

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>
const records = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), json, { maxKeys: 6 })

t.test('nothing differs from itself', async (t) => {
  fc.assert(fc.property(json, (value) => t.same(recordDiff(value, structuredClone(value)), [])))
})

t.test('a difference is found from both sides', async (t) => {
  fc.assert(
    fc.property(records, records, (one, other) => {
      const there = recordDiff(one, other)
      const back = recordDiff(other, one)
      t.same(new Set(there.map(({ path }) => path)), new Set(back.map(({ path }) => path)))
      t.equal(there.length === 0, JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)))
    }),
  )
})

/** With fields in one order, as -0 and 0 are one in JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

t.test('fields are named by their path, a curve is one value', async (t) => {
  const before = { weight: 40, curve: [[80, 0]], params: { age_days: 180 }, version: 1 }
  const after = { weight: 45, curve: [[85, 0]], params: { age_days: 90 }, version: 2 }
  t.same(recordDiff(before, after, { except: ['version'] }), [
    { path: 'weight', before: 40, after: 45 },
    { path: 'curve', before: [[80, 0]], after: [[85, 0]] },
    { path: 'params.age_days', before: 180, after: 90 },
  ])
})

t.test('lists of objects are gone into', async (t) => {
  const before = { golden: [{ seller_code: 'S-1', tier: 'Gold' }] }
  const after = {
    golden: [
      { seller_code: 'S-1', tier: 'Silver' },
      { seller_code: 'S-2', tier: 'Gold' },
    ],
  }
  t.same(recordDiff(before, after), [
    { path: 'golden.0.tier', before: 'Gold', after: 'Silver' },
    { path: 'golden.1', before: undefined, after: { seller_code: 'S-2', tier: 'Gold' } },
  ])
})

t.test('what was made or deleted differs in every field', async (t) => {
  t.same(recordDiff(null, { name: 'x' }), [{ path: 'name', before: undefined, after: 'x' }])
  t.same(recordDiff({ name: 'x' }, null), [{ path: 'name', before: 'x', after: undefined }])
})
