import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { someOf } from '../../setup/form.ts'
import { LAST, NEXT, NOW } from '../../setup/months.ts'

type Service = Awaited<ReturnType<typeof testApp>>
type Body = Record<string, unknown>

const SELLERS = 3
const WHY = 'The shop is closed for good.'
const OVER = { status: 409, code: 'month_not_over' }
const BAD = { status: 400, code: 'field_required' }
const ACCEPTED = { accept: ['month_not_over'], notes: WHY }

/** What is sent one after another, and what is to be said of a month that is over, and of one that is not. */
const ASKED: [body: Body, over: object, notOver: object][] = [
  [{ accept: ['month_not_over'] }, BAD, BAD],
  [{ accept: ['month_not_over'], notes: ' \n' }, BAD, BAD],
  [{ accept: ['days_to_come'], notes: WHY }, { status: 400 }, { status: 400 }],
  [{ accept: ['recalculate'], notes: WHY }, { status: 200 }, OVER],
  [{ accept: [] }, { status: 200 }, OVER],
  [{ notes: WHY }, { status: 200 }, OVER],
  [{}, { status: 200 }, OVER],
  [ACCEPTED, { status: 200 }, { status: 200 }],
]

/** The ways by which scores become final: the first seller's alone, then all. */
const roads = ({ call }: Service, period: string, id: number) => ({
  score: (body: Body) => call('ops_head', 'PATCH', `/api/sos/monthly/${id}/finalize`, body),
  month: (body: Body) => call('ops_head', 'POST', '/api/sos/monthly/finalize', { period, ...body }),
})

/** A service whose sellers have scores of some months, none of them final. */
async function scored(service: Service, periods: string[]) {
  await service.app.db.rows(
    `insert into sellers (seller_code, company_name) select 'S-' || n, 'Seller' from generate_series(1, ${SELLERS}) n on conflict do nothing`,
  )
  for (const period of periods) await service.call('bod', 'POST', '/api/sos/monthly/calculate', { period })
}

const scoresOf = ({ app }: Service, period: string) =>
  app.db.rows<{ id: number; status: string; finalized_at: string | null }>(
    `select id, status, finalized_at from monthly_scores where period = $1 order by seller_id`,
    [period],
  )
const finalOf = async (service: Service, period: string) =>
  (await scoresOf(service, period)).filter(({ status }) => status === 'final').length

for (const gate of someOf(['block', 'off', 'warn'], 1))
  t.test(`under QUALITY_GATE=${gate} a month becomes final when it is over, or by acceptance`, async (t) => {
    const service = await testApp(t, { WORKER: 'on', QUALITY_GATE: gate })
    await scored(service, [LAST, NOW])
    for (const [period, isOver] of [
      [LAST, true],
      [NOW, false],
    ] as const) {
      const [first] = await scoresOf(service, period)
      const { score, month } = roads(service, period, first?.id ?? 0)
      for (const [road, send] of Object.entries({ score, month }))
        for (const [body, over, notOver] of ASKED) {
          const before = await finalOf(service, period)
          const { status, headers, body: said } = await send(body)
          const title = `${road} of ${isOver ? 'a finished' : 'the running'} month with ${JSON.stringify(body)}`
          t.match({ status, code: headers['x-error-code'] }, isOver ? over : notOver, title)
          const after = await finalOf(service, period)
          if (status === 200) t.equal(after, road === 'score' ? 1 : SELLERS, title)
          else t.equal(after, before, `${title}: nothing is final`)
          if (status === 409)
            t.match(
              said.error,
              new RegExp(`^${period} is not finalized\\. .* "accept": \\["month_not_over"\\]`),
            )
        }
    }
    const audited = await service.app.db.rows<Body>(
      `select entity, user_id, after -> 'accepted' as accepted, after ->> 'notes' as notes, after ->> 'period' as period
       from audit_log where action = 'quality.accepted' order by id`,
    )
    const one = { user_id: service.user.ops_head.id, accepted: ['month_not_over'], notes: WHY, period: NOW }
    t.same(audited, [
      { entity: 'monthly_score', ...one },
      { entity: 'period', ...one },
    ])
    const { body } = await service.call('viewer', 'GET', `/api/sos/monthly/quality?period=${NOW}`)
    t.match(body, { result: 'block', checks: [{ id: 'month_not_over', level: 'block' }] })
    t.match(body.finalizes, [
      { result: 'block', accepted: ['month_not_over'], notes: WHY, score_id: null },
      { result: 'block', accepted: ['month_not_over'], notes: WHY, score_id: Number },
    ])
  })

t.test('of many at once none finalizes a running month without acceptance, and one with it', async (t) => {
  const service = await testApp(t, { WORKER: 'on' })
  const { db } = service.app
  await scored(service, [NOW])
  const [first] = await scoresOf(service, NOW)
  const { score, month } = roads(service, NOW, first?.id ?? 0)
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)
  t.same(statusesOf(await Promise.all([score({}), month({}), score({}), month({})])), [409, 409, 409, 409])
  const answers = await Promise.all([month(ACCEPTED), month({}), month(ACCEPTED), month({})])
  t.same(statusesOf(answers), [200, 409, 200, 409])
  t.same(answers.map(({ body }) => body.finalized).sort(), [0, SELLERS, undefined, undefined])
  t.equal((await db.rows(`select from audit_log where action = 'quality.accepted'`)).length, 1)

  await t.test('a month that has not begun is refused, whether it has scores or none', async (t) => {
    const { month } = roads(service, NEXT, 0)
    t.match(await month({}), { status: 409, body: { error: /is not over/ } })
    t.match(await month(ACCEPTED), { status: 200, body: { finalized: 0 } })
    await db.rows(
      `update monthly_scores set period = '${NEXT}', status = 'draft', finalized_at = null where id = $1`,
      [first?.id],
    )
    for (const send of Object.values(roads(service, NEXT, first?.id ?? 0)))
      t.match(await send({}), { status: 409, body: { error: /is not over/ } })
    t.equal(await finalOf(service, NEXT), 0)
  })
})

t.test('a month is over when it is so where the business is, by the clock of the database', async (t) => {
  const { app, DATABASE_URL } = await testApp(t, { WORKER: 'on' })
  // It stands before pg_catalog, so that now() is what the test says.
  await app.db.pool.query(`
    create schema shifted;
    create table shifted.instant (at timestamptz);
    create function shifted.now() returns timestamptz language sql stable
      as 'select coalesce((select at from shifted.instant), pg_catalog.now())';
    do $$ begin
      execute format('alter database %I set search_path = public, shifted, pg_catalog', current_database());
    end $$`)
  for (const [BUSINESS_TIMEZONE, period, end] of [
    ['UTC', '2026-03', '2026-04-01T00:00:00Z'],
    ['Pacific/Auckland', '2026-04', '2026-04-30T12:00:00Z'],
    ['America/New_York', '2026-05', '2026-06-01T04:00:00Z'],
  ] as const) {
    const service = await testApp(t, { WORKER: 'on', DATABASE_URL, BUSINESS_TIMEZONE })
    await scored(service, [period])
    const [first] = await scoresOf(service, period)
    const sent = Object.values(roads(service, period, first?.id ?? 0))
    for (const [after, status] of [
      [-1, 409],
      [0, 200],
    ] as const)
      for (const send of sent) {
        const instant = new Date(Date.parse(end) + after).toISOString()
        await app.db.pool.query('truncate shifted.instant')
        await app.db.pool.query('insert into shifted.instant values ($1)', [instant])
        t.equal((await send({})).status, status, `${instant} in ${BUSINESS_TIMEZONE}`)
      }
    await app.db.pool.query('truncate shifted.instant')
    for (const { finalized_at } of await scoresOf(service, period))
      t.equal(Date.parse(finalized_at ?? ''), Date.parse(end), 'that is when it became final')
    await service.app.close()
  }
})
