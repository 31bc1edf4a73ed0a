import t from 'tap'
import { compileMapping, valueAt } from '../../../plugins/sync/mappings/paths.ts'

/** What can't even be made text. */
const ODD = { toString: 1, valueOf: 1 }

const THEIRS = {
  id: 7,
  'a.b': 'literal',
  a: { b: 'nested', list: [{ n: 1 }, { n: 2 }, {}] },
  state: 'Cancelled',
  created: '2026-10-05 08:00:00',
  total: 10.1,
  open: '0.2',
  none: null,
  blank: '  ',
  odd: ODD,
  odds: [{ x: ODD, n: 1 }],
  parcels: [
    { state: 'cancelled', n: 1 },
    { state: 'Sent', n: 2 },
    { state: 'sent', n: 3 },
  ],
  items: [{ was: 4, now: 0 }, { was: 3, now: 1 }, { was: 2 }],
}

const paths: [string, unknown][] = [
  ['id', 7],
  ['a.b', 'literal'],
  ['a.list.1.n', 2],
  ['a.list.*.n', [1, 2, undefined]],
  ['a.list.9.n', undefined],
  ['none.of.this', undefined],
  ['__proto__.toString', undefined],
  ['constructor', undefined],
]
for (const [path, value] of paths)
  t.test(`${path} finds ${JSON.stringify(value)}`, async (t) => {
    t.same(valueAt(THEIRS, path), value)
  })

const sources: [string, Parameters<typeof compileMapping>[0]['fields'][string], unknown][] = [
  ['a path', 'id', 7],
  ['a constant', { value: 'S-1' }, 'S-1'],
  ['a default for nothing', { path: 'none', default: 'other' }, 'other'],
  ['a default for blanks', { path: 'blank', default: 'other' }, 'other'],
  ['a difference from blanks', { path: 'blank', minus: 'open' }, '  '],
  ['a default that is not needed', { path: 'id', default: 'other' }, 7],
  ['a value in a table, in any case', { path: 'state', values: { cancelled: 'seller' } }, 'seller'],
  ['all other values', { path: 'state', values: { open: 'x', '*': null } }, null],
  ['a value that is in no table', { path: 'state', values: { open: 'x' } }, 'Cancelled'],
  ['a time zone', { path: 'created', zone: 'Europe/Berlin' }, '2026-10-05T06:00:00.000Z'],
  ['a value without a text in a table', { path: 'odd', values: { open: 'x' } }, ODD],
  ['a difference from what is no number', { path: 'odd', minus: 'open' }, ODD],
  ['a difference by what is no number', { path: 'open', minus: 'odd' }, ODD],
  ['a choice from a list by what has no text', { path: 'odds[x=1].n' }, undefined],
  ['the first of a list that fits', 'parcels[state=sent].n', 2],
  ['none of a list', 'parcels[state=lost].n', undefined],
  ['a sum of the first names that have a value, 0 included', { path: 'items.*.now|was', sum: true }, 3],
  ['a sum', { path: 'a.list.*.n', sum: true }, 3],
  ['a difference to the cent', { path: 'total', minus: 'open' }, 9.9],
  ['a difference with nothing', { path: 'total', minus: 'none' }, 10.1],
  ['a condition that holds', { path: 'id', when: { path: 'state', is: ['cancelled'] } }, 7],
  ['a condition that does not hold', { path: 'id', when: { path: 'state', is: ['open'] } }, undefined],
]
for (const [title, source, value] of sources)
  t.test(`${title} reads ${JSON.stringify(value)}`, async (t) => {
    t.same(compileMapping({ fields: { units: source } })(THEIRS), value === undefined ? {} : { units: value })
  })

t.test('what is no object stays what it is', async (t) => {
  for (const value of [7, null, 'text', [1]])
    t.equal(compileMapping({ fields: { units: 'a' } })(value), value)
})
