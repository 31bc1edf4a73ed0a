import t from 'tap'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { projectLater } from '../../src/domain/projections/project-later.ts'
import { addSellers } from '../model/setup.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { LAST, NOW } from '../setup/months.ts'
import { settled } from '../setup/settled.ts'
import { addSeller } from '../simulation/april.ts'
import { service } from '../spec/service.ts'
import { projectAll, pushPast } from './setup.ts'

const api = await service(t)
const { app, call, done, user } = api
const url = (seller: string, query = '') => `/api/sos/sellers/${seller}/score/projection${query}`
const ask = (seller: string, query = '') => done('viewer', 'GET', url(seller, query))

await addSeller(api, 'S-GOOD', { assigned_am_id: user.am.am_id })
await addSeller(api, 'S-FALLS')
await addSeller(api, 'S-EMPTY')
await pushPast(app.db, 'S-GOOD', { last: 0, others: 0 })
await pushPast(app.db, 'S-FALLS', { last: 0, others: 10 }) // on the first of a month, too, it is expected to fall
const BEFORE_LAST = shiftPeriod(LAST, -1)
for (const period of [BEFORE_LAST, LAST]) {
  await api.calculate(period)
  await done('bod', 'POST', '/api/sos/monthly/finalize', { period, reviewed_by: 'Bod' })
}

const sum = (tiers: { probability: number }[]) => tiers.reduce((all, { probability }) => all + probability, 0)

t.test('the running month is projected from the facts as they are now', async (t) => {
  const found = await ask('S-GOOD')
  t.match(found, {
    seller_code: 'S-GOOD',
    period: NOW,
    draws: 200,
    last_final: { period: LAST },
  })
  t.ok(Math.abs(sum(found.tiers) - 1) < 1e-9)
  t.ok(0 <= found.low && found.low <= found.high && found.high <= 100)
  t.equal(
    found.sentence,
    `The month is expected to end at ${found.expected_total.toFixed(2)}; with a chance of 80 % it ends between ${found.low.toFixed(2)} and ${found.high.toFixed(2)}. This projection also learns from earlier months and other sellers.`,
  )
  t.ok(0 < found.expected_total && found.expected_total <= 100, 'which a few bad draws may take below low')
  t.ok(Math.abs(Date.parse(found.as_of) - Date.now()) < 600_000)
  t.match(await ask('S-EMPTY'), { last_final: null, below_last_final: null, draws: 200 })
})

t.test('it is of the running month alone, and of a seller in scope', async (t) => {
  t.match(await call('viewer', 'GET', url('S-GOOD', `?period=${LAST}`)), { status: 400 })
  t.match(await call('viewer', 'GET', url('S-NONE')), { status: 404 })
  t.match(await call('am', 'GET', url('S-FALLS')), { status: 403 })
  t.match(await call('am', 'GET', url('S-GOOD')), { status: 200 })
})

t.test('the nightly job projects every active seller, and tells once a month who may fall', async (t) => {
  const told = async () => {
    await settled(app)
    return (await done('bod', 'GET', '/api/events?type=seller.tier_at_risk')).data.map(
      ({ data }: { data: { seller_code: string } }) => data,
    )
  }
  await addSellers(app.db, 'Z', 60, { contract_type: null }) // more than one batch
  await projectAll(api, 63)
  await projectAll(api, 63)
  const { data, total } = await done('viewer', 'GET', '/api/sos/projections?limit=500')
  t.same([data.length, total], [63, 63])
  t.equal(data[0].seller_code, 'S-FALLS', 'who may fall comes first')
  const lines = await call('viewer', 'GET', '/api/sos/projections', undefined, { accept: 'text/csv' })
  t.match(lines.body, JSON.stringify(data[0].tiers).replaceAll('"', '""'), 'of a tier no more is told as CSV')
  const risky = data.filter(({ below_last_final }: { below_last_final: number }) => below_last_final > 0.3)
  t.same(
    (await told()).map(({ seller_code }: { seller_code: string }) => seller_code),
    ['S-FALLS'],
  )
  const [falls] = risky
  const [event] = await told()
  t.match(event, { period: NOW, last_final: falls.last_final, seller_code: 'S-FALLS' })
  t.ok(event.probability > 0.3)
})

t.test('a batch that always fails keeps no other from it, and only the end is noted', async (t) => {
  const { first, last } = await app.db.one<Record<'first' | 'last', number>>(
    'select min(seller_id) as first, max(seller_id) as last from projections',
  )
  const asOf = (seller: number) =>
    app.db.one<{ as_of: string }>('select as_of from projections where seller_id = $1', [seller])
  const isNoted = () => app.db.row(`select from service_state where key = 'last-run:projections'`)
  const givenUp = `delete from pgboss.job where name = 'failed-projections' and state = 'completed' returning id`
  const open = `select from pgboss.job where name = 'projections' and state <> 'completed' and state <> 'failed'`
  async function projectAllBut(seller: number) {
    await eventually(async () => (await app.db.rows(open)).length === 0)
    await app.db.bulk.run(`
      delete from service_state where key = 'last-run:projections';
      update pgboss.queue set retry_limit = 0 where name = 'projections';
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fail before insert on projections for each row when (new.seller_id = ${seller}) execute function fail()`)
    await projectLater(app)
    await eventually(async () => (await app.db.rows(givenUp)).length > 0)
    await app.db.bulk.run('drop function fail cascade')
  }
  const before = [await asOf(first), await asOf(last)] as const
  await projectAllBut(first)
  await eventually(async () => (await asOf(last)).as_of > before[1].as_of)
  t.same(await asOf(first), before[0])
  await eventually(async () => (await isNoted()) !== undefined)
  await projectAllBut(last)
  t.notOk(await isNoted())
  await app.db.run(`update pgboss.queue set retry_limit = 5 where name = 'projections'`)
})

t.test('the same question has the same answer: again, in another process, and in the night', async (t) => {
  const { as_of, seller_code, ...first } = await ask('S-FALLS')
  const drawn = async (answer: Promise<typeof first>) => {
    const { as_of: _, seller_code: __, ...rest } = await answer
    return rest
  }
  t.same(await drawn(ask('S-FALLS')), first)
  await addSellers(app.db, 'Y', 5, { contract_type: null }) // who is of a population that is read anew
  await pushPast(app.db, 'Y-1', { last: 10, others: 10 })
  const other = await testApp(t, { DATABASE_URL: api.DATABASE_URL })
  const there = async () => (await other.call('viewer', 'GET', url('S-FALLS'))).body
  t.same(await drawn(there()), first)
  await projectAll(api, 68)
  const { data } = await done('viewer', 'GET', '/api/sos/projections?limit=500')
  const nightly = data.find((one: { seller_code: string }) => one.seller_code === 'S-FALLS')
  for (const name of ['expected_total', 'low', 'high', 'tiers', 'draws', 'below_last_final'])
    t.same(nightly[name], first[name], name)
  await app.db.run(`delete from sellers where seller_code like 'Y-%'`)
})

t.test('a month that can not be drawn keeps no other from it', async (t) => {
  await api.calculate(NOW)
  const broken = {
    appeal: { component: 'x_score', raw_given: true, raw_after: 50, sentence: 'by other code' },
  }
  const seller = `(select id from sellers where seller_code = 'S-EMPTY')`
  await app.db.run(`update monthly_scores set revision = 2 where period = $1 and seller_id = ${seller}`, [
    NOW,
  ])
  await app.db.run(
    `insert into score_explanations (seller_id, period, revision, run_id, explanation)
     values (${seller}, $1, 2, (select max(id) from scoring_runs), $2)`,
    [NOW, JSON.stringify(broken)],
  )
  t.equal((await call('viewer', 'GET', url('S-EMPTY'))).status, 503)
  const { newest } = await app.db.one<{ newest: string }>('select max(as_of) as newest from projections')
  await projectLater(app)
  const newer = 'select seller_code from projections p join sellers s on s.id = p.seller_id where as_of > $1'
  await eventually(async () => (await app.db.rows(newer, [newest])).length === 62)
  const left = await app.db.rows(`select seller_code from sellers where seller_code not in (${newer})`, [
    newest,
  ])
  t.same(left, [{ seller_code: 'S-EMPTY' }])
})

t.test('the list is filtered by risk and scope, and is CSV too', async (t) => {
  const codes = async (role: 'viewer' | 'am', query = '') =>
    (await done(role, 'GET', `/api/sos/projections${query}`)).data.map(
      ({ seller_code }: { seller_code: string }) => seller_code,
    )
  t.same(await codes('viewer', '?risk=0.3'), ['S-FALLS'])
  t.same(await codes('am'), ['S-GOOD'])
  t.same(await codes('viewer', `?period=${LAST}`), [])
  t.same((await done('viewer', 'GET', '/api/sos/projections?limit=1&page=2')).total, 63)
  const csv = await call('viewer', 'GET', '/api/sos/projections', undefined, { accept: 'text/csv' })
  t.match(csv.body, /^\uFEFF?seller_code,company_name,am_id,period,as_of,expected_total,low,high,tiers/)
  t.match(await call('viewer', 'GET', '/api/sos/projections?risk=2'), { status: 400 })
  await done('bod', 'PATCH', '/api/sellers/S-FALLS', { status: 'suspended' })
  t.match(
    await done('viewer', 'GET', '/api/sos/projections?risk=0.3'),
    { data: [], total: 0 },
    'active sellers alone',
  )
})

t.test('an index has a month in the order of the list', async (t) => {
  const plan = await app.db.transaction(async (tx) => {
    await tx.run`select set_config(name, 'off', true) from unnest('{enable_sort,enable_seqscan}'::text[]) name`
    return tx.rows<Record<string, string>>`
      explain select from projections where period = ${NOW} order by below_last_final desc nulls last limit 1`
  })
  t.notMatch(JSON.stringify(plan), /Sort/)
})
