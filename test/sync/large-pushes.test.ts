import t from 'tap'
import { GOOD, orders } from './good-records.ts'
import { linesOf, syncApp } from './sync-app.ts'

const { app, makeMapping, pushLines, rows } = await syncApp(t, { WORKER: 'off', SPOOL_MAX_MB: '1' })
const LARGE = linesOf(orders(8_000))

t.test('an atomic stream that is larger than a spool answers 413, and nothing is stored', async (t) => {
  t.ok(LARGE.length > 1024 * 1024)
  const { status, body } = await pushLines('orders', LARGE, '?atomic=true')
  t.equal(status, 413)
  t.equal(
    body.error,
    'The push is larger than 1 MB: send it in parts, or without atomic=true, which may be of any length.',
  )
  t.same(await rows('select * from orders'), [])
  t.equal(app.spools.held(), 0)
})

t.test('one whose mapping adds up lines is told to keep those of a key in one part', async (t) => {
  const fields = Object.fromEntries(Object.keys(GOOD.orders).map((name) => [name, name]))
  await makeMapping({ name: 'lines', feed: 'orders', fields, lines: { units: 'sum' } })
  t.match(await pushLines('orders', LARGE, '?mapping=lines'), {
    status: 413,
    body: { error: 'The push is larger than 1 MB: send it in parts, each with all lines of its keys.' },
  })
})

t.test('one that is not atomic may be of any length', async (t) => {
  t.match(await pushLines('orders', LARGE), { status: 200, body: { created: 8_000 } })
})

t.test('a spool is given back by what is stored, and by what is refused', async (t) => {
  t.match(await pushLines('orders', linesOf(orders(10)), '?atomic=true'), { status: 200 })
  t.match(await pushLines('orders', `${linesOf(orders(10))}\n1`, '?atomic=true'), { status: 400 })
  t.equal(app.spools.held(), 0)
})
