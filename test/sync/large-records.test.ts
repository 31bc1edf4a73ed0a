import t from 'tap'
import { inLongForm } from '../setup/form.ts'
import { GOOD } from './good-records.ts'
import { linesOf, syncApp, tableOf } from './sync-app.ts'

const { app, call, push, pushLines, pushTable, makeMapping, user } = await syncApp(t, { WORKER: 'off' })
const names = (count: number, name = 'own') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}_${n}`, n]))
const good = (more = {}, n = 0) => ({ ...GOOD.orders, order_code: `O-${n}`, ...more })
const ownNames = Object.keys(good()).length

const TOO_MANY = 'the record has more than 200 fields'
const TOO_LONG = 'the record is longer than 65536 bytes'
const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) })
const OURS = { order_code: 'order_code', seller_code: 'seller_code', ordered_at: 'ordered_at' }

const bad: [string, object, string][] = [
  ['201 fields', good(names(201 - ownNames)), TOO_MANY],
  ['50,000 fields', good(names(50_000)), TOO_MANY],
  ['a text of 64 KiB', good({ note: 'x'.repeat(65_536) }), TOO_LONG],
  ['a name of 64 KiB', good({ ['x'.repeat(65_536)]: 1 }), TOO_LONG],
  ['a long list', good({ note: Array.from({ length: 40_000 }, () => 1) }), TOO_LONG],
  ['51 levels', good({ note: deep(50) }), 'the record is nested deeper than 50 levels'],
]
for (const [what, record, error] of bad)
  t.test(`a record with ${what} is rejected, and those beside it are stored`, async (t) => {
    await makeMapping({ name: 'ours', feed: 'orders', fields: OURS })
    for (const query of ['', '?dry_run=true', '?mapping=ours', '?mapping=ours&dry_run=true'])
      t.match((await push('orders', [good({}, 1), record, good({}, 2)], query)).body, {
        ...{ received: 3, rejected: 1, errors: [{ index: 1, error }] },
      })
    t.match(await push('orders', [good({}, 1), record], '?atomic=true'), {
      ...{ status: 400, body: { error: new RegExp(`at index 1: ${error}`) } },
    })
  })

t.test('a record of 200 fields and 64 KiB is taken in every form', async (t) => {
  const record = good(names(200 - ownNames))
  const long = good({ note: 'x'.repeat(65_536 - JSON.stringify(good({ note: '' })).length) })
  t.equal(JSON.stringify(long).length, 65_536)
  t.match((await push('orders', [record, long])).body, { received: 2, rejected: 0 })
  t.match((await pushLines('orders', linesOf([record, long]))).body, { received: 2, rejected: 0 })
  t.match((await pushTable('orders', tableOf([record]))).body, { received: 1, rejected: 0 })
})

t.test('one more field, or one more column, is too many in every form', async (t) => {
  const record = good(names(201 - ownNames))
  t.match((await pushLines('orders', JSON.stringify(record))).body, { errors: [{ error: TOO_MANY }] })
  t.match(await pushTable('orders', tableOf([record])), {
    ...{ status: 400, body: { error: 'the first line names 201 columns, and a record may have 200.' } },
  })
  t.match(await call('system', 'POST', '/api/sync/orders', record), {
    ...{ status: 400, body: { error: /^the body has more than 200 fields: send \{"records"/ } },
  })
})

const NUL = '\\u0000'
const many = (count: number, text: (n: number) => string) =>
  `[${Array.from({ length: count }, (_, n) => text(n)).join()}]`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Bodies that ask for much work, most of them as large as a body may be. */
const LARGE: [string, string][] = [
  ['one record with 200,000 fields', JSON.stringify({ records: [names(200_000)] })],
  ['a body with 100,000 fields', JSON.stringify(names(100_000))],
  ['100,000 fields in camelCase', JSON.stringify([names(100_000, 'aNameOfTheirOwn')])],
  ['1,000 records with 200 fields', many(1_000, (n) => JSON.stringify(names(200, `own${n}`)))],
  ['10,000 good records with other fields', many(10_000, (n) => JSON.stringify(good(names(30, `o${n}`), n)))],
  ['5,000 records of 3 kB', many(5_000, (n) => JSON.stringify({ n, note: 'x'.repeat(3_000) }))],
  ['a million empty records', many(500_000, () => '{}')],
  ['10,000 empty records', many(10_000, () => '{}')],
  ['a million levels', nested(1_000_000)],
  ['a record of 300,000 levels', `{"records":[{"note":${nested(300_000)}}]}`],
  ['long names', many(100, (n) => JSON.stringify({ [`${'x'.repeat(60_000)}${n}`]: 1 }))],
  ['a text that can not be stored, at the end', `[{"a":[${'0,'.repeat(2_000_000)}"${NUL}"]}]`],
]

/** How long this thread has computed, in milliseconds: what else the machine does is not in it. */
function computed() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The longest time that this thread computed without doing anything else while some work went on, in milliseconds. */
async function longestPause(work: () => Promise<unknown>) {
  let longest = 0
  let last = computed()
  let isOver = false
  const tick = () => {
    const now = computed()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  isOver = true
  return longest
}

const address = await app.listen({ port: 0, host: '127.0.0.1' })
const post = (body: string, headers = {}) =>
  fetch(`${address}/api/sync/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user-id': String(user.system.id), ...headers },
    body,
  }).then((response) => response.text())

/** The least of two measurements: the machine does other things, too. */
async function least(measure: () => Promise<number>) {
  let found = Number.POSITIVE_INFINITY
  for (let n = 0; n < 2; n++) found = Math.min(found, await measure())
  return found
}

/** A body that is parsed whole is looked through a few times more: fields, rejections, what the database is sent. */
const MOST_PARSES = 10
/** What a pause has in it that has nothing to do with the body, in milliseconds. */
const BESIDES = 150

for (const [what, body] of LARGE)
  t.test(
    `${what} keep others waiting in proportion to reading their JSON`,
    { skip: inLongForm },
    async (t) => {
      const parse = await least(async () => {
        const begun = computed()
        JSON.parse(Buffer.from(body).toString())
        return computed() - begun
      })
      const plain = await least(() => longestPause(() => post(body)))
      const keyed = await least(() => longestPause(() => post(body, { 'idempotency-key': what })))
      const said = `${(body.length / 1e6).toFixed(1)} MB: ${Math.round(plain)} and ${Math.round(keyed)} ms, its JSON ${Math.round(parse)} ms`
      t.comment(said)
      t.ok(Math.max(plain, keyed) <= MOST_PARSES * parse + BESIDES, said)
    },
  )
