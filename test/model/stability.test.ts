import t from 'tap'
import { service } from '../spec/service.ts'
import { addScores, addSellers } from './setup.ts'

const { app, done } = await service(t)
await addSellers(app.db, 'A', 200, { contract_type: null })
await addScores(app.db, '2026-02', { total: 'n / 3.0' })
await addScores(app.db, '2026-03', { total: '(201 - n) / 3.0' })
await addScores(app.db, '2026-04', { total: '20 + n / 3.0' })

type Row = { period: string; measure: string; note?: string }
const ask = (query: string) => done('viewer', 'GET', `/api/sos/model/stability?${query}`)

t.test('a month like the one before has not shifted, and one that is higher has', async (t) => {
  const { data, ...rest } = await ask('from=2026-03&to=2026-04')
  const of = (period: string, measure: string) =>
    data.find((row: Row) => row.period === period && row.measure === measure)
  t.match(of('2026-03', 'total_sos'), { psi: 0, before: '2026-02', shifted: false, enough: true })
  t.match(of('2026-04', 'total_sos'), { shifted: true, enough: true, threshold: 0.25, sellers: 200 })
  t.match(of('2026-04', 'o_score'), { psi: 0, shifted: false })
  t.match(rest, { shifts: 1, enough: true, sentence: '1 of 12 comparisons is shifted.' })
  t.equal(rest.largest, of('2026-04', 'total_sos').psi)
})

t.test('a month that releases before have counted otherwise is named where it is compared', async (t) => {
  const { db } = app
  const { id } = await db.one<{ id: number }>(
    `insert into scoring_runs (period, status, counting) values ('2026-03', 'completed', 'by_order') returning id`,
  )
  await db.run`update monthly_scores set run_id = ${id}, status = 'final', finalized_at = now() where period = '2026-03'`
  const { data } = await ask('from=2026-02&to=2026-04')
  const noted = new Map(data.map(({ period, note }: Row) => [period, note]))
  t.match(noted.get('2026-04'), /^2026-03 counted by the month of the order/)
  t.same([noted.get('2026-02'), noted.get('2026-03')], [undefined, undefined])
})

t.test('without a month before there is nothing to compare', async (t) => {
  const { data, enough } = await ask('from=2026-02&to=2026-02')
  t.equal(enough, false)
  t.match(data, Array(6).fill({ psi: null, shifted: false }))
})

t.test('ten scores say nothing, whatever they are', async (t) => {
  await app.db.run(`delete from monthly_scores where seller_id > (select min(id) + 9 from sellers)`)
  const { data, enough } = await ask('from=2026-04&to=2026-04')
  t.match(data[0], { psi: Number, enough: false, shifted: false })
  t.equal(enough, false)
})
