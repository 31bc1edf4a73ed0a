import { Type } from '@sinclair/typebox'
import t from 'tap'
import { pushedFeeds } from '../../../plugins/sync/pushed-feed.ts'
import { namesOf, snakeCase } from '../../../plugins/sync/reading/names.ts'
import { also } from '../../../src/feeds/fields.ts'
import { FEEDS } from '../../../src/feeds/index.ts'

const PUSHED_FEEDS = pushedFeeds(FEEDS)

const cases: [string, string][] = [
  ['order_code', 'order_code'],
  ['orderCode', 'order_code'],
  ['OrderCode', 'order_code'],
  ['Order Code', 'order_code'],
  ['ORDER-CODE', 'order_code'],
  [' order  code ', 'order_code'],
  ['orderID', 'order_id'],
  ['SKU', 'sku'],
  ['volumeM3', 'volume_m3'],
  ['isStranded', 'is_stranded'],
  ['campaignActuals', 'campaign_actuals'],
]
for (const [name, snake] of cases)
  t.test(`${name} is ${snake}`, async (t) => {
    t.equal(snakeCase(name), snake)
  })

t.test('a name that two fields claim is found when the feed is made', async (t) => {
  const record = Type.Object({ a: Type.String(), b: also(Type.String(), 'a') })
  t.throws(() => namesOf(record), { message: 'a is a name of two fields of a record' })
})

t.test('names of the sender stay theirs, however many there are', async (t) => {
  const nameOf = namesOf(Type.Object({ a: Type.String() }))
  const columns = Array.from({ length: 5_000 }, (_, i) => `column_${i}`)
  t.same(columns.filter(nameOf), [])
  t.match(nameOf('A'), { field: 'a', isOwn: false })
  for (const name of ['__proto__', 'constructor', 'x'.repeat(1_000)]) t.equal(nameOf(name), undefined)
})

t.test('what is credited and owed has the names that accounting systems have for it', async (t) => {
  const payments = PUSHED_FEEDS.find(({ name }) => name === 'payments')
  for (const name of ['creditedAmount', 'amount_credited', 'credit_amount'])
    t.equal(payments?.nameOf(name)?.field, 'credited_amount', name)
  for (const name of ['dueAmount', 'amount_due', 'outstanding_amount', 'balance_due'])
    t.equal(payments?.nameOf(name)?.field, 'due_amount', name)
})

for (const feed of PUSHED_FEEDS)
  t.test(`${feed.name}: the documentation lists every other name`, async (t) => {
    for (const [field, schema] of Object.entries(feed.record.properties))
      for (const alias of (schema as { 'x-aliases'?: string[] })['x-aliases'] ?? []) {
        t.equal(feed.nameOf(alias)?.field, field)
        t.match(feed.description, `\`${alias}\``)
      }
  })
