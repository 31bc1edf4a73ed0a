import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { makeSeller } from '../setup.ts'

t.test('the history of scores', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const { id, seller_code } = await makeSeller(app)
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: '2026-06' })
  // Thirty months before it, each a copy of that score.
  await app.db.pool.query(
    `insert into monthly_scores
     select (jsonb_populate_record(m, jsonb_build_object(
       'id', 1000 + n, 'total_sos', n, 'period', to_char(date '2026-06-01' - interval '1 month' * n, 'YYYY-MM')))).*
     from monthly_scores m, generate_series(1, 30) n where m.seller_id = $1`,
    [id],
  )
  const history = (query = '', headers = {}) =>
    call('viewer', 'GET', `/api/sos/sellers/${seller_code}/score/history${query}`, undefined, headers)
  const periods = async (query?: string) =>
    (await history(query)).body.data.map((row: { period: string }) => row.period)

  t.test('is the newest 24 periods, oldest first', async (t) => {
    const shown = await periods()
    t.equal(shown.length, 24)
    t.equal(shown[0], '2024-07')
    t.equal(shown.at(-1), '2026-06')
    t.same(shown, shown.toSorted())
  })

  t.test('takes bounds that are inclusive, each by itself', async (t) => {
    t.same(await periods('?from=2026-04'), ['2026-04', '2026-05', '2026-06'])
    t.equal((await periods('?to=2024-02')).at(-1), '2024-02')
    t.same(await periods('?from=2024-01&to=2024-03'), ['2024-01', '2024-02', '2024-03'])
    t.same(await periods('?from=2030-01'), [])
  })

  t.test('takes a limit: the newest so many periods, 24 at the most', async (t) => {
    t.same(await periods('?limit=2'), ['2026-05', '2026-06'])
    t.same(await periods('?limit=2&to=2024-03'), ['2024-02', '2024-03'])
    t.equal((await periods('?limit=99')).length, 24)
  })

  t.test('comes as CSV, a line a period', async (t) => {
    const { status, body } = await history('', { accept: 'text/csv' })
    t.equal(status, 200)
    const [heading, ...lines] = body.replace('\uFEFF', '').trim().split('\r\n')
    t.match(heading, /^seller_code,period,total_sos,delta,is_rated,before_contract,/)
    t.equal(lines.length, 24)
    t.match(
      lines.at(-1),
      new RegExp(`^${seller_code},2026-06,,`),
      'of the unrated the cell of the total is empty',
    )
  })

  t.test('of a seller without a score is empty', async (t) => {
    const other = await makeSeller(app)
    const of = (code: string) => call('viewer', 'GET', `/api/sos/sellers/${code}/score/history`)
    t.same((await of(other.seller_code)).body, { seller_code: other.seller_code, data: [] })
    t.equal((await of('NOBODY')).status, 404)
  })

  t.test('from a month after the last, or with no limit, answers 400', async (t) => {
    const error = /from 2026-05 is after to 2026-04/
    t.match(await history('?from=2026-05&to=2026-04'), { status: 400, body: { error } })
    t.match(await history('?limit=0'), { status: 400, body: { error: /limit must be/ } })
  })
})
