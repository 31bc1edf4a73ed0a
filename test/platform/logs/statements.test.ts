import t from 'tap'
import { logged, nameOf, newStatementLog, withStatementLog } from '../../../src/platform/logs/statements.ts'

const NAMES: [string, string][] = [
  ['select * from sellers where id = $1 for update of sellers', 'select sellers'],
  [
    'with given as (select * from unnest($1)) insert into orders select * from given on conflict do update set x = 1',
    'insert orders',
  ],
  ['SELECT "public"."sellers"."id" FROM "public"."sellers"', 'select sellers'],
  ['update "public"."users" set "is_active" = $1', 'update users'],
  ['delete\n  from invoices', 'delete invoices'],
  ['select * from json_to_recordset($1) r', 'select'],
]

for (const [text, name] of NAMES)
  t.test(`${text.slice(0, 30)} is called ${name}`, async (t) => t.equal(nameOf({ text }), name))

t.test('a statement with a name keeps it', async (t) =>
  t.equal(nameOf({ name: 'find-actor', text: 'select from users' }), 'find-actor'),
)

t.test('all statements of a request are counted, and the five slowest kept', async (t) => {
  const log = newStatementLog()
  const query = logged(({ text }) => new Promise((done) => setTimeout(done, Number(text), undefined)))
  await new Promise<void>((done) =>
    withStatementLog(log, async () => {
      for (const ms of [60, 1, 2, 3, 4, 5]) await query({ name: `${ms} ms`, text: String(ms) })
      done()
    }),
  )
  await query({ text: '0' })
  t.equal(log.count, 6)
  t.equal(log.slowest.length, 5)
  t.ok(log.slowest.some(({ name }) => name === '60 ms'))
})
