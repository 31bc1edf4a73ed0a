import t from 'tap'
import type { PushedFeed } from '../../plugins/sync/pushed-feed.ts'
import { pushedFeeds } from '../../plugins/sync/pushed-feed.ts'
import { aliasesOf } from '../../plugins/sync/reading/names.ts'
import { FEEDS } from '../../src/feeds/index.ts'
import { GOOD, order as orderOf } from './good-records.ts'
import { linesOf, syncApp, tableOf } from './sync-app.ts'

const PUSHED_FEEDS = pushedFeeds(FEEDS)

const { call, makeMapping, push, pushLines, pushTable } = await syncApp(t)
type Fields = Record<string, unknown>

const fieldsOf = ({ record }: PushedFeed) => Object.keys(record.properties)
const namesOf = ({ record }: PushedFeed) =>
  Object.entries(record.properties).flatMap(([field, schema]) => [field, ...aliasesOf(schema)])
const goodOf = ({ name }: PushedFeed) => {
  const { metadata: _, ...good } = GOOD[name as keyof typeof GOOD] as Fields
  return good
}

/** A name with one letter dropped, doubled, or swapped with the next, at this place. */
const typosAt = (name: string, at: number) => [
  name.slice(0, at) + name.slice(at + 1),
  name.slice(0, at) + name[at] + name.slice(at),
  name.slice(0, at) + (name[at + 1] ?? '') + name[at] + name.slice(at + 2),
]

/** Each typo of a feed's fields that is no name itself, with the field that it means. */
const typosOf = (feed: PushedFeed, placesOf: (field: string) => number[]) =>
  fieldsOf(feed).flatMap((field) =>
    placesOf(field)
      .flatMap((at) => typosAt(field, at))
      .filter((typo, n, all) => !feed.nameOf(typo) && all.indexOf(typo) === n)
      .map((typo) => ({ typo, field })),
  )

/** What each form of a push answers to one record. */
const FORMS: [string, (feed: string, record: Fields) => Promise<{ body: { warnings?: string[] } }>][] = [
  ['JSON', (feed, record) => push(feed, [record])],
  ['JSON, all or none', (feed, record) => push(feed, [record], '?atomic=true')],
  ['NDJSON', (feed, record) => pushLines(feed, JSON.stringify(record))],
  ['CSV', (feed, record) => pushTable(feed, tableOf([record]))],
  ['CSV, all or none', (feed, record) => pushTable(feed, tableOf([record]), '?atomic=true')],
  ['a dry run of CSV', (feed, record) => pushTable(feed, tableOf([record]), '?dry_run=true')],
]

for (const feed of PUSHED_FEEDS)
  t.test(`a mistyped name of a field of ${feed.name} is said, with the field that it means`, async (t) => {
    for (const { typo, field } of typosOf(feed, (field) => [...field].map((_, at) => at)))
      t.equal(feed.describeUnknown(typo)?.meant, field, typo)

    const typos = typosOf(feed, (field) => [Math.floor(field.length / 2)])
    for (let at = 0; at < typos.length; at += 10) {
      const some = typos.slice(at, at + 10)
      const record = { ...goodOf(feed), ...Object.fromEntries(some.map(({ typo }) => [typo, 'x'])) }
      const said = some.map(
        ({ typo, field }) => `${typo} is no field of ${feed.name} (1 record); did you mean ${field}?`,
      )
      for (const [form, send] of FORMS) t.same((await send(feed.name, record)).body.warnings, said, form)
    }
  })

const SPELLINGS: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase()),
  (name) => ` ${name.replaceAll('_', ' ').toUpperCase()}`,
  (name) => name.replaceAll('_', '-'),
]

for (const feed of PUSHED_FEEDS)
  t.test(`no name of a field of ${feed.name} is said, however it is spelled`, async (t) => {
    const records = namesOf(feed).flatMap((name) => SPELLINGS.map((spell) => ({ [spell(name)]: 'x' })))
    t.notOk((await push(feed.name, records)).body.warnings)
    t.notOk((await pushLines(feed.name, linesOf(records))).body.warnings)
    for (const record of records) {
      const [[name, value]] = Object.entries(record) as [[string, string]]
      const table = tableOf([{ ...goodOf(feed), [name]: value }])
      const { body } = await pushTable(feed.name, table, '?dry_run=true')
      t.notOk(body.warnings, name)
    }
  })

const order = (n: number, more = {}) => orderOf(`O-${n}`, more)

t.test('each name is said once a push, with its records', async (t) => {
  const records = Array.from({ length: 4_500 }, (_, n) =>
    order(n, { redy_at: 'x', ...(n % 3 === 0 && { 'Shop name': 'y' }) }),
  )
  const said = [
    'redy_at is no field of orders (4,500 records); did you mean ready_at?',
    'Shop name is no field of orders (1,500 records)',
  ]
  for (const query of ['', '?atomic=true'])
    t.same((await pushLines('orders', linesOf(records), query)).body.warnings, said)
  t.same((await push('orders', records)).body.warnings, said)
})

t.test('ten names are said, then how many more, however many there are', async (t) => {
  const withNames = (names: number, from = 0) =>
    Object.fromEntries(Array.from({ length: names }, (_, n) => [`own ${from + n}`, n]))
  const some = (await push('orders', [order(1, withNames(11))])).body.warnings
  t.equal(some.length, 11)
  t.equal(some[10], '1 more name is not known either')
  const many = Array.from({ length: 3_000 }, (_, n) => order(n, withNames(100, n * 100)))
  const { warnings } = (await pushLines('orders', linesOf(many))).body
  t.equal(warnings.length, 11)
  t.equal(warnings[10], 'More than 190 more names are not known either')
  const long = (await push('orders', [order(1, { [`${'x'.repeat(9_000)}`]: 1 })])).body.warnings
  t.same(long, [`${'x'.repeat(60)}… is no field of orders (1 record)`])
})

t.test('a dry run shows only what it reads', async (t) => {
  const read = [order(1, { redy_at: '2026-10-06T09:00:00Z' }), order(2, { redy_at: 'x', units: -1 })]
  const { body } = await push('orders', read, '?dry_run=true')
  t.same(
    body.records.map(({ record }: { record: object }) => record),
    [order(1), order(2, { units: -1 })],
  )
})

t.test('a column that is called as a thing most likely holds its codes', async (t) => {
  const { warnings } = (await push('orders', [order(1, { Warehouse: 'HH1' })])).body
  t.same(warnings, ['Warehouse is no field of orders (1 record); did you mean warehouse_code?'])
  const forecast = { ...GOOD.forecasts, campaign: 'SPRING' }
  t.match((await push('forecasts', [forecast])).body.warnings, [/did you mean campaign_code\?$/])
  t.same((await push('orders', [order(1, { seller: 'Toys Ltd' })])).body.warnings, [
    'seller is no field of orders (1 record)',
  ])
})

t.test('of a record that was read from the API nothing is said, nor of empty values', async (t) => {
  await push('sellers', [GOOD.sellers])
  const { data } = (await call('system', 'GET', '/api/sellers')).body
  const detail = (await call('system', 'GET', '/api/sellers/S-9')).body
  t.notOk((await push('sellers', [...data, detail])).body.warnings)
  t.notOk((await push('orders', [order(1, { note: null, mark: ' ' })])).body.warnings)
})

t.test('through a mapping a column is said that looks like one that is missing', async (t) => {
  await makeMapping({
    name: 'ours',
    feed: 'orders',
    fields: {
      order_code: 'no',
      seller_code: 'merchant.ref',
      ordered_at: 'placed',
      cancelled_at: { path: 'changed', when: { path: 'state', is: ['void'] } },
      units: { path: 'pieces', minus: 'returned' },
    },
  })
  const theirs = { no: 'X', merchant: { ref: 'S-1' }, placed: '2026-10-05T10:00:00Z', state: 'new' }
  const mapped = { ...theirs, changed: null, pieces: 3, returned: 1 }
  t.notOk((await push('orders', [mapped], '?mapping=ours')).body.warnings)
  t.notOk((await push('orders', [{ ...mapped, place: 'x', order_code: 'y' }], '?mapping=ours')).body.warnings)
  const said = ['chagned is not read by the mapping ours (1 record); did you mean changed?']
  const more = { ...mapped, chagned: 'x', order_code: 'y' }
  for (const query of ['?mapping=ours', '?mapping=ours&dry_run=true', '?mapping=ours&atomic=true']) {
    t.same((await push('orders', [more], query)).body.warnings, said)
    t.same((await pushLines('orders', JSON.stringify(more), query)).body.warnings, said)
  }
  const cells = { no: 'X', 'merchant.ref': 'S-1', placed: '2026-10-05', chagned: 'x', order_code: 'y' }
  t.same((await pushTable('orders', tableOf([cells]), '?mapping=ours')).body.warnings, said)
})

t.test('values in a column without a name are said, and blank ones are not', async (t) => {
  const sent = (cell: string) =>
    `order_code,seller_code,ordered_at,\nE-1,S-1,2026-11-02T08:00Z,\nE-2,S-1,2026-11-02T08:00Z,${cell}\n`
  for (const query of ['?dry_run=true', '?atomic=true', '']) {
    t.same((await pushTable('orders', sent('2026-11-04'), query)).body.warnings, [
      'A value without a name is no field of orders (1 record)',
    ])
    t.notOk((await pushTable('orders', sent(' '), query)).body.warnings)
  }
})
