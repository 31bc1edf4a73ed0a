import t from 'tap'
import { pushedFeeds } from '../../plugins/sync/pushed-feed.ts'
import { FEEDS } from '../../src/feeds/index.ts'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const PUSHED_FEEDS = pushedFeeds(FEEDS)

const { call, push } = await syncApp(t)

interface Field {
  name: string
  type: string
  required: boolean
  nullable: boolean
  values?: string[]
  other_names: string[]
  example?: unknown
}

const feeds = async (): Promise<{ feed: string; key: string[]; fields: Field[] }[]> =>
  (await call('viewer', 'GET', '/api/sync/feeds')).body.data

t.test('every feed is described, in the order of the status', async (t) => {
  const { status, body, headers } = await call('viewer', 'GET', '/api/sync/feeds')
  t.equal(status, 200)
  const named = body.data.map(({ feed }: { feed: string }) => feed)
  t.same(
    named,
    PUSHED_FEEDS.map(({ name }) => name),
  )
  t.match(body.data[0], {
    title: 'Orders',
    description: /^Orders of sellers, from order management\. .*default\.$/,
    key: ['seller_code', 'order_code'],
    expected: 'every day',
    fields: { 0: { name: 'order_code', label: 'Order code' } },
  })
  const known = { 'if-none-match': headers.etag as string }
  t.equal((await call('viewer', 'GET', '/api/sync/feeds', undefined, known)).status, 304)
})

t.test('each kind of field has its type', async (t) => {
  const all = await feeds()
  for (const [feed, name, described] of [
    ['orders', 'order_code', { type: 'text', required: true, nullable: false }],
    ['orders', 'order_code', { other_names: ['order_id', 'order_number', 'order_no', 'order_ref'] }],
    ['orders', 'ordered_at', { type: 'timestamp', required: true }],
    ['orders', 'units', { type: 'integer', required: false, nullable: true, minimum: 0 }],
    ['orders', 'has_data_error', { type: 'boolean' }],
    ['orders', 'cancel_fault', { type: 'word', values: ['seller', 'operator', 'customer', 'carrier'] }],
    ['inventory', 'snapshot_on', { type: 'date', required: true }],
    ['inventory', 'volume_m3', { type: 'number', nullable: true }],
    ['forecasts', 'period', { type: 'month' }],
    ['revenue', 'amount', { type: 'money' }],
    ['sellers', 'metadata', { type: 'object' }],
    ['sellers', 'company_name', { required: false, max_length: 200 }],
  ] as const) {
    const { fields } = all.find((one) => one.feed === feed) ?? { fields: [] }
    t.match(
      fields.find((field) => field.name === name),
      described,
      `${feed}.${name}`,
    )
  }
})

t.test('a record without a field is refused exactly when the field is called required', async (t) => {
  for (const { feed, fields } of await feeds()) {
    const good = GOOD[feed as keyof typeof GOOD] as Record<string, unknown>
    for (const { name, required } of fields.filter(({ name }) => name in good)) {
      const { [name]: _, ...others } = good
      const { body } = await push(feed, [others], '?dry_run=true')
      // A new seller needs a name, a known one does not.
      const needed = required || name === 'company_name'
      t.equal(body.rejected, needed ? 1 : 0, `${feed} without ${name}: ${JSON.stringify(body)}`)
    }
  }
})

t.test('a field takes null exactly when it is called nullable', async (t) => {
  for (const { feed, fields } of await feeds()) {
    const good = GOOD[feed as keyof typeof GOOD] as Record<string, unknown>
    for (const { name, nullable } of fields.filter(({ name }) => name in good && name !== 'company_name')) {
      const { body } = await push(feed, [{ ...good, [name]: null }], '?dry_run=true')
      const isTaken = nullable || (feed === 'sellers' && name === 'status')
      t.equal(body.rejected, isTaken ? 0 : 1, `${feed} with ${name} null: ${JSON.stringify(body.errors)}`)
    }
  }
})

t.test('the example of a field is taken by the check', async (t) => {
  const described = await feeds()
  for (const feed of PUSHED_FEEDS) {
    const good = GOOD[feed.name as keyof typeof GOOD]
    const fields = described.find((one) => one.feed === feed.name)?.fields ?? []
    t.ok(fields.length > 0)
    for (const { name, example } of fields) {
      if (example === undefined || name === 'deleted') continue
      t.same(feed.check({ ...good, [name]: example }), [], `${feed.name}.${name}`)
    }
  }
})
