import t from 'tap'
import { makeSeller, score } from '../../account-managers/scored-sellers.ts'
import { testApp } from '../../setup/app.ts'
import { clientOf } from '../../setup/client.ts'
import { eventually } from '../../setup/eventually.ts'

const { app, call, DATABASE_URL } = await testApp(t)

const codesOf = async (query: string) => {
  const { body } = await call('bod', 'GET', `/api/sos/monthly?${query}`)
  return body.data.map((score: { seller_code: string }) => score.seller_code)
}

const insertScore = (seller: { id: number }) => `
  insert into monthly_scores
  select (jsonb_populate_record(m, jsonb_build_object('id', ${seller.id + 1000}, 'seller_id', ${seller.id}, 'code', ''))).*
  from monthly_scores m where code = 'A-1' and period = '2026-03'`

await score(app, { seller_id: (await makeSeller(app, { seller_code: 'A-1' })).id, period: '2026-03' })
const one = await makeSeller(app, { seller_code: 'B-1' })
for (const period of ['2026-03', '2026-04']) await score(app, { seller_id: one.id, period })

t.test('a list is in the order of the codes that sellers have now', async (t) => {
  t.same(await codesOf('period=2026-03'), ['A-1', 'B-1'])
  t.equal((await call('bod', 'PATCH', '/api/sellers/B-1', { seller_code: 'A-0' })).status, 200)
  t.same(await codesOf('period=2026-03'), ['A-0', 'A-1'])
  t.same(await codesOf('period=2026-03&sort=-seller_code'), ['A-1', 'A-0'])
  t.same(await codesOf('from=2026-03&to=2026-04&seller_code=A-0'), ['A-0', 'A-0'])
  t.same(await codesOf('period=2026-03&seller_code=B-1'), [])
})

t.test('a code that changes while a score is inserted reaches it, whichever was first', async (t) => {
  for (const code of ['C-1', 'D-1']) {
    const seller = await makeSeller(app, { seller_code: code })
    const insert = insertScore(seller)
    const change = `update sellers set seller_code = '${code}-new' where id = ${seller.id}`
    const [first, second] = await Promise.all([clientOf(t, DATABASE_URL), clientOf(t, DATABASE_URL)])
    await first.query('begin')
    await first.query(code === 'C-1' ? insert : change)
    const later = second.query(code === 'C-1' ? change : insert)
    await waitsForLock()
    await first.query('commit')
    await later
    t.same(await codesOf(`period=2026-03&seller_code=${code}-new`), [`${code}-new`])
  }
})

const waitsForLock = () =>
  eventually(async () => {
    const { count } = await app.db.one<{ count: number }>`
      select count(*) from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return count > 0
  })

t.test('an export of several pages has each score once, in the order that was asked for', async (t) => {
  const SELLERS = 2_100
  await app.db.run(
    `with seller as (
       insert into sellers (seller_code, company_name)
       select 'M-' || lpad((n * 7919 % 2100)::text, 4, '0'), 'Many' from generate_series(1, $1::int) n returning id
     )
     insert into monthly_scores
     select (jsonb_populate_record(m, jsonb_build_object(
       'id', 5000 + seller.id, 'seller_id', seller.id, 'period', month, 'code', '', 'total_sos', seller.id % 100))).*
     from seller, unnest(array['2026-06', '2026-07']) month, monthly_scores m
     where m.code = 'A-1' and m.period = '2026-03'`,
    [SELLERS],
  )
  const order: Record<string, (one: string[], other: string[]) => number> = {
    seller_code: ([a = '', b = ''], [c = '', d = '']) => compare(a, c) || compare(b, d),
    '-total_sos': ([a = '', b = '', x], [c = '', d = '', y]) =>
      Number(y) - Number(x) || compare(a, c) || compare(b, d),
  }
  for (const [sort, byOrder] of Object.entries(order)) {
    const url = `/api/sos/monthly?from=2026-06&to=2026-07&sort=${sort}`
    const { body } = await call('bod', 'GET', url, undefined, { accept: 'text/csv' })
    const [heading, ...lines] = body.trim().split('\r\n')
    const columns = heading.split(',')
    const rows: string[][] = lines.map((line: string) => {
      const cells = line.split(',')
      return ['seller_code', 'period', 'total_sos'].map((name) => cells[columns.indexOf(name)])
    })
    t.equal(rows.length, 2 * SELLERS, sort)
    t.equal(new Set(rows.map(([code, period]) => `${code} ${period}`)).size, 2 * SELLERS)
    t.same(rows, rows.toSorted(byOrder))
  }
  const sellers = await call('bod', 'GET', '/api/sellers', undefined, { accept: 'text/csv' })
  const codes: string[] = sellers.body.trim().split('\r\n').slice(1)
  t.equal(codes.length, SELLERS + 4)
  const listed = codes.map((line) => line.split(',')[1] as string)
  t.same(listed, listed.toSorted(compare))
})

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
