import t from 'tap'
import { computeKpis } from '../../../plugins/account-managers/am-kpi-job.ts'
import { addressOf, operationsOf } from '../../access/operations.ts'
import { calculate, ended, MONTHS, makeDraft, makeWorld, request } from '../../backtests/setup.ts'
import { testApp } from '../../setup/app.ts'
import { ATTEMPT } from '../setup.ts'

type Json = Record<string, unknown>

const MAY = '2026-05'
const service = await testApp(t, { WORKER: 'on' })
const { app, call } = service
await makeWorld(app.db, 40)
/** It is late with its payments, so that rules would bring it surcharges, and its contract begins years later. */
const EARLY = 'BT-00035'
await app.db.run(`update sellers set contract_start_date = '2030-01-01' where seller_code = '${EARLY}'`)
const { id: early, assigned_am_id: am } = await app.db.one<{ id: number; assigned_am_id: number }>(
  `select id, assigned_am_id from sellers where seller_code = '${EARLY}'`,
)
await calculate(service, ['2026-02', ...MONTHS])
// Grace is not what leaves it out here.
await app.db.run(`update monthly_scores set is_grace_period = false where seller_id = ${early}`)
const backtest = async () => ended(service, await request(service, { draft_id: draft }))
const draft = await makeDraft(app.db, [{ type: 'surcharge', op: 'remove', identity: 'payment_block' }])

const get = async (path: string) => {
  const { status, body } = await call('bod', 'GET', path)
  t.equal(status, 200, `${path}: ${body.error}`)
  return body
}

/** What is asked with each parameter that a read takes; a period, where there is one, in place of from and to. */
const ASKED = {
  ...{ period: MAY, from: MONTHS[0] as string, to: MAY, limit: '500' },
  ...{ by: 'am', favourable: 'Bronze', outcome: 'late' },
}

/** The reads that can be asked without more than a month, a seller and an account manager. */
const READS = (await operationsOf(app))
  .filter(
    ({ method, path }) => method === 'GET' && !/^\/api\/(health|events|audit|console\/start)/.test(path),
  )
  .filter(({ path }) => !/\/progress$|\/backtests|\/drafts|\/rejections/.test(path))
  .map((operation) => {
    const [path, search] = addressOf(operation, { seller_code: 'BT-00001', am_id: am }, 1).split('?')
    const query = new URLSearchParams(search)
    for (const [name, value] of Object.entries(ASKED))
      if (operation.query.includes(name) && !(/^(from|to)$/.test(name) && query.has('period')))
        query.set(name, value)
    return [operation.path, `${path}?${query}`] as const
  })

/** What says when it was asked or made, and not what it says. */
const VOLATILE = /^(computed_at|timestamp|id|created_at|started_at|finished_at|as_of|next)$/
const lasting = (body: unknown) =>
  JSON.stringify(body, (key, value) => (VOLATILE.test(key) ? undefined : value))

/** What is answered to each read, and to the computations that count scores. */
async function answers(): Promise<Map<string, string>> {
  for (const period of MONTHS) await computeKpis.handler(app, { period }, ATTEMPT)
  const found = new Map<string, string>()
  for (const [path, asked] of READS) {
    const { status, body } = await call('bod', 'GET', asked)
    found.set(path, status === 200 ? lasting(body) : String(status))
  }
  const due = await call('bod', 'POST', '/api/surcharges/evaluate', { period: MAY, dry_run: true })
  found.set('evaluate', lasting(due.body))
  const preview = await call('bod', 'POST', '/api/config/preview', {
    period: MAY,
    changes: [{ type: 'surcharge', op: 'remove', identity: 'payment_block' }],
  })
  found.set('preview', lasting(preview.body))
  found.set('backtest', lasting(await backtest()))
  return found
}

const different = (one: Map<string, string>, other: Map<string, string>) =>
  [...one.keys()].filter((path) => one.get(path) !== other.get(path)).sort()

t.test(
  'a score of a month before the contract is made and shown with its mark, wherever a score is',
  async (t) => {
    const { data } = await get(`/api/sos/monthly?period=${MAY}&seller_code=${EARLY}`)
    t.match(data, [{ seller_code: EARLY, before_contract: true, status: 'draft' }])
    t.match(await get(`/api/sos/monthly/${data[0].id}`), { before_contract: true })
    t.match(await get(`/api/sos/sellers/${EARLY}/score`), {
      before_contract: true,
      total_sos: data[0].total_sos,
    })
    t.match(await get(`/api/sos/sellers/${EARLY}/score/history`), { data: { 0: { before_contract: true } } })
    t.match(await get(`/api/sellers/${EARLY}`), { latest_score: { before_contract: true } })
    const { sellers } = await get(`/api/am/portfolio/${am}?period=${MAY}`)
    t.match(
      sellers.filter(({ seller_code }: Json) => seller_code === EARLY),
      [{ score: { before_contract: true, counts_for_change: false } }],
    )
    t.match(await get('/api/sos/sellers/BT-00001/score'), { before_contract: false })
  },
)

t.test('the month in which the contract begins counts, and so does any where no date is known', async (t) => {
  await app.db.run(
    `update sellers set contract_start_date = null, created_at = now() where seller_code = 'BT-00002'`,
  )
  await app.db.run(`update sellers set contract_start_date = '2026-05-31' where seller_code = 'BT-00003'`)
  const marks = async (period: string) => {
    await calculate(service, [period])
    const { data } = await get(`/api/sos/monthly?period=${period}&limit=500`)
    const of = new Map(data.map((one: Json) => [one.seller_code, one.before_contract]))
    return ['BT-00002', 'BT-00003', EARLY].map((code) => of.get(code))
  }
  t.same(await marks('2026-04'), [false, true, true])
  t.same(await marks(MAY), [false, false, true])
  await app.db.run(
    `update sellers set contract_start_date = '2024-01-01' where seller_code in ('BT-00002', 'BT-00003')`,
  )
  t.same(await marks('2026-04'), [false, false, true], 'it is of the date that a calculation finds')
  await app.db.run(`update monthly_scores set is_grace_period = false where seller_id = ${early}`)
})

t.test('it is in no count and no mean of any answer', async (t) => {
  const marked = await answers()
  t.same(different(marked, await answers()), [], 'the same when asked again')
  await app.db.run(`update monthly_scores set before_contract = false where seller_id = ${early}`)
  const counted = await answers()
  await app.db.run(`update monthly_scores set before_contract = true where seller_id = ${early}`)
  const scores = await app.db.rows<object>(`select * from monthly_scores where seller_id = ${early}`)
  await app.db.run(`delete from monthly_scores where seller_id = ${early}`)
  t.same(
    different(marked, await answers()),
    ['/api/am/portfolio/{amId}', '/api/sos/monthly'],
    'without the score only the lists of scores are others',
  )
  await app.db.run(
    `insert into monthly_scores select * from jsonb_populate_recordset(null::monthly_scores, $1::jsonb)`,
    [JSON.stringify(scores)],
  )
  t.same(
    different(marked, counted),
    [
      '/api/am/portfolio',
      '/api/am/portfolio/{amId}',
      '/api/am/portfolio/{amId}/history',
      '/api/console/context',
      '/api/dashboard/stats',
      '/api/dashboard/trend',
      '/api/sos/model/fairness',
      '/api/sos/model/stability',
      '/api/sos/model/validity',
      '/api/sos/monthly',
      '/api/sos/monthly/summary',
      'backtest',
      'evaluate',
      'preview',
    ],
    'what counts scores is another answer where it counts',
  )
})

t.test('a run counts it as scored, and neither as rated nor as unrated', async (t) => {
  for (const seller_codes of [undefined, undefined, [EARLY, 'BT-00001']]) {
    const { body } = await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MAY, seller_codes })
    t.equal(body.rated + body.unrated, body.sellers_scored - 1)
    t.match(
      body.results.filter(({ seller_id }: Json) => seller_id === EARLY),
      [{ before_contract: true }],
    )
    t.match(await get(`/api/sos/runs/${body.run_id}`), { rated: body.rated, unrated: body.unrated })
  }
})

t.test('it becomes final with the others, and the answer says how many such there were', async (t) => {
  const { statuses } = (await get(`/api/dashboard/trend?from=${MAY}&to=${MAY}`)).data[0]
  const { body } = await call('bod', 'POST', '/api/sos/monthly/finalize', { period: MAY })
  t.match(body, { success: true, before_contract: 1 })
  t.equal(body.finalized - body.before_contract, statuses.draft + statuses.under_review)
  t.match(await get(`/api/sos/monthly?period=${MAY}&seller_code=${EARLY}`), { data: [{ status: 'final' }] })
})
