import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import t from 'tap'
import { trustedKeys } from '../../src/domain/transparency/log-keys.ts'
import { headingLine, rowLines } from '../../src/platform/csv/export.ts'
import { formatVerifierKey, type VerifierKey } from '../../src/transparency/log/note.ts'
import { csvRows, digestOf } from '../../src/verify/facts.ts'
import { testApp } from '../setup/app.ts'
import { at, factsOf } from '../sos/setup.ts'
import { verifyFiles } from '../verify/verify-files.ts'
import { finalMonth, leavesCome, MONTH, sellerWithFacts } from './setup.ts'

/** A metric of each feed that looks at all of its rows. */
const METRICS = {
  orders: 'order_data_accuracy',
  forecasts: 'forecast_error',
  tickets: 'ticket_overdue_rate',
  payments: 'days_beyond_terms',
  inventory: 'aged_stock_share',
}
const FEEDS = Object.keys(METRICS) as (keyof typeof METRICS)[]

t.test('an export of the facts behind a score is compared with its certificate', async (t) => {
  const { app, call, user } = await testApp(t, { WORKER: 'on' })
  const seller = await sellerWithFacts(app)
  const code = seller.seller_code
  const facts = factsOf(app, seller.id)
  const strange = ['=1+1', 'a,"b"', 'ä', '🚚', '\uFF5E', ' blank ', "'quoted"]
  await facts.orders(
    ...strange.map((order_code, n) => ({
      order_code,
      warehouse_id: n % 2 ? n : null,
      ordered_at: at(3, '10:00:00.123'),
    })),
  )
  await facts.stock(
    { sku: 'b', warehouse_id: 10 },
    { sku: 'a', warehouse_id: 10 },
    { sku: 'a', warehouse_id: 9 },
  )
  await finalMonth(call)
  await leavesCome(app, 1)
  const folder = await mkdtemp(join(tmpdir(), 'facts-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = async (name: string, content: string) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  const get = async (path: string, accept: string) => {
    const url = `/api/sos/sellers/${code}/score/${path}`
    return (await app.inject({ url, headers: { accept, 'x-user-id': String(user.viewer.id) } })).payload
  }
  const certificate = await file('one.json', await get(`certificate?period=${MONTH}`, 'application/json'))
  const key = formatVerifierKey(trustedKeys(app.logKeys)[0] as VerifierKey)
  const verify = async (...args: string[]) => {
    const { status, lines } = await verifyFiles(certificate, '--key', key, ...args)
    return { status, said: lines.slice(6).map((line) => line.replaceAll(/ {2,}/g, ' ')) }
  }
  const equal = [
    'ok forecasts Equal: 1 row.',
    'ok inventory Equal: 5 rows.',
    'ok orders Equal: 10 rows.',
    'ok payments Equal: 2 rows.',
    'ok tickets Equal: 2 rows.',
    'The certificate holds.',
    'The facts are those that it names.',
  ]
  const exported = (feed: keyof typeof METRICS) =>
    get(`facts?period=${MONTH}&metric=${METRICS[feed]}`, 'text/csv')

  await t.test('as CSV, one file or several', async (t) => {
    let all = ''
    const each: string[] = []
    for (const feed of FEEDS) {
      const csv = await exported(feed)
      all += csv
      each.push('--facts', await file(`${feed}.csv`, csv))
    }
    t.same(await verify(...each), { status: 0, said: equal })
    t.same(await verify('--facts', await file('all.csv', all)), { status: 0, said: equal })
    t.same(
      await verify('--facts', await file('twice.csv', all + all)),
      { status: 0, said: equal },
      'a row is one',
    )
  })

  await t.test('of one feed alone', async (t) => {
    const { status, said } = await verify('--facts', await file('rows.csv', await exported('orders')))
    t.equal(status, 0, 'what is not given is a note')
    t.same(said.slice(0, 3), [
      'note forecasts Not given: the statement names 1 row.',
      'note inventory Not given: the statement names 5 rows.',
      'ok orders Equal: 10 rows.',
    ])
  })

  await t.test('every other row differs, by any of its fields', async (t) => {
    const differs = async (rows: Record<string, string>[]) => {
      const { status, said } = await verify(
        '--facts',
        await file('other.csv', stringify(rows, { header: true })),
      )
      t.same([status, said.at(-1)], [1, 'The facts are not those that it names.'])
      return said.find((line) => line.includes('orders'))
    }
    const [first, ...others] = csvRows(await exported('orders')) as [Record<string, string>]
    t.equal(await differs(others), 'FAIL orders Differs: 9 in the export, 10 rows in the statement.')
    for (const [name, value] of Object.entries({
      cancel_fault: 'carrier',
      cancelled_at: '2026-03-02T00:00:00.000Z',
      has_data_error: String(first['record.has_data_error'] !== 'true'),
      order_code: 'Other',
      ordered_at: '2026-03-02T00:00:00.000Z',
      ready_at: '2026-03-02T00:00:00.000Z',
      ready_by: '2026-03-02T00:00:00.000Z',
      units: '99',
      warehouse_id: '99',
    }))
      t.equal(
        await differs([{ ...first, [`record.${name}`]: value }, ...others]),
        'FAIL orders Differs: 10 rows in both, and at least one is another.',
        name,
      )
    const without = [first, ...others].map(({ 'record.units': _, ...row }) => row)
    t.equal(await differs(without), 'FAIL orders a row has no units.')
    await app.db.run('update orders set units = units + 1 where seller_id = $1', [seller.id])
    const later = await file('changed.csv', await exported('orders'))
    t.match(await verify('--facts', later), { status: 1 }, 'as facts that change later do')
  })

  await t.test('what is no export is a wrong call', async (t) => {
    for (const [content, said] of [
      ['order_code,units\r\nA,1\r\n', /has the column fact/],
      ['fact,record.units\r\norder,1,2\r\n', /columns length is 2, got 3 on line 2/],
      ['{"data":[{"fact":"order"}]}', /a quote is found on field 0 at line 1/],
      ['fact\r\nparcel\r\n', /"parcel" is no kind of fact/],
    ] as const)
      await t.rejects(verify('--facts', await file('bad', content)), said)
    await t.rejects(verify('--facts', '/nowhere'), /--facts \/nowhere: ENOENT/)
    const orders = await file('orders.csv', await exported('orders'))
    const two = verifyFiles(certificate, certificate, '--key', key, '--facts', orders)
    await t.rejects(two, /--facts goes with one certificate/)
  })
})

t.test('leaves of version 1 have lines of orders without their warehouse', async (t) => {
  const row = (warehouse_id: string) => ({
    ...{ 'record.cancel_fault': '', 'record.cancelled_at': '', 'record.has_data_error': 'false' },
    ...{ 'record.order_code': 'A', 'record.units': '1', 'record.warehouse_id': warehouse_id },
    ...{ 'record.ordered_at': '2026-03-02T00:00:00.000Z', 'record.ready_at': '', 'record.ready_by': '' },
  })
  const digest = (warehouse: string, v: 1 | 2) => digestOf('orders', [row(warehouse)], v)
  t.equal(digest('7', 1), digest('', 1))
  t.equal(digest('', 2), digest('', 1))
  t.not(digest('7', 2), digest('7', 1))
})

t.test('CSV is read as it is written', async (t) => {
  t.same(csvRows('\uFEFFa,b\r\n"x\r\ny","say ""hi"""\r\n,\r\n'), [
    { a: 'x\r\ny', b: 'say "hi"' },
    { a: '', b: '' },
  ])
  t.same(csvRows(''), [])
  const column = [{ name: 'a', path: ['a'] }]
  const texts = ['=1', "'=1", "''=1", "' =1", "'\t", "'x", "'", '-5', "a'=1"]
  const rows = texts.map((a) => ({ a }))
  t.same(csvRows(headingLine(column) + rowLines(column, rows)), rows)
  t.throws(() => csvRows('a\r\n"open'), /quote at line 2/i)
})
