import t from 'tap'
import {
  type CampaignState,
  campaignStates,
  moveDueCampaigns,
  stateByHand,
  stateByNewDates,
  statusByDates,
} from '../../plugins/campaigns/states.ts'
import { testApp } from '../setup/app.ts'
import { overlapping } from '../setup/waiters.ts'
import { aCampaign, day } from './a-campaign.ts'

const { app, call, DATABASE_URL } = await testApp(t)
const create = async (fields: object) => {
  const { body } = await call('bod', 'POST', '/api/campaigns', aCampaign({ warehouses: [], ...fields }))
  return body.id as number
}
/** One whose last day went by without the job. */
const createEnded = async () => {
  const id = await create({ start_date: day(-9), end_date: day(0) })
  await app.db.run('update campaigns set end_date = $2 where id = $1', [id, day(-1)])
  return id
}
const statusOf = async (id: number) => (await call('bod', 'GET', `/api/campaigns/${id}`)).body.status
const movesOf = (id: number) =>
  app.db.rows(
    `select user_id, action, before->>'status' as before, after->>'status' as after from audit_log
     where entity = 'campaign' and entity_id = $1 and user_id is null order by id`,
    [String(id)],
  )
const attempt = { signal: new AbortController().signal, failure: null }

t.test('a campaign becomes active on its first day and completed after its last', async (t) => {
  const id = await create({ start_date: day(10), end_date: day(12) })
  for (const [today, expected] of [
    [day(9), 'upcoming'],
    [day(10), 'active'],
    [day(12), 'active'],
    [day(13), 'completed'],
    [day(14), 'completed'],
  ] as const) {
    await moveDueCampaigns(app, today)
    t.equal(await statusOf(id), expected, today)
  }
  t.same(await movesOf(id), [
    { user_id: null, action: 'campaign.started', before: 'upcoming', after: 'active' },
    { user_id: null, action: 'campaign.completed', before: 'active', after: 'completed' },
  ])
})

t.test('one that slept through its days goes from upcoming to completed at once', async (t) => {
  const id = await create({ start_date: day(10), end_date: day(12) })
  await moveDueCampaigns(app, day(40))
  t.equal(await statusOf(id), 'completed')
  t.equal((await movesOf(id)).length, 1)
})

t.test('two runs at once move a campaign once', async (t) => {
  const id = await create({ start_date: day(10), end_date: day(12) })
  await Promise.all([1, 2, 3, 4].map(() => moveDueCampaigns(app, day(10))))
  t.equal((await movesOf(id)).length, 1)
})

t.test('a cancelled campaign stays cancelled', async (t) => {
  const id = await create({ start_date: day(10), end_date: day(12), status: 'cancelled' })
  await moveDueCampaigns(app, day(40))
  t.equal(await statusOf(id), 'cancelled')
})

t.test('one that is cancelled while the job waits for it stays cancelled', async (t) => {
  const id = await create({ start_date: day(10), end_date: day(12) })
  await overlapping<unknown>(t, app.db, 'audit_log', [
    () => call('bod', 'PATCH', `/api/campaigns/${id}`, { status: 'cancelled' }),
    () => moveDueCampaigns(app, day(10)),
  ])
  t.equal(await statusOf(id), 'cancelled')
  t.same(await movesOf(id), [])
})

t.test('a status by hand stands until the dates ask for a later one', async (t) => {
  const byHand = async (status: string) => {
    const id = await create({ start_date: day(10), end_date: day(12) })
    await call('bod', 'PATCH', `/api/campaigns/${id}`, { status })
    return id
  }
  const early = { started: await byHand('active'), completed: await byHand('completed') }
  for (const [today, started] of [
    [day(9), 'active'],
    [day(10), 'active'],
    [day(13), 'completed'],
  ] as const) {
    await moveDueCampaigns(app, today)
    t.same([await statusOf(early.started), await statusOf(early.completed)], [started, 'completed'], today)
  }
})

t.test('one that is held back or reopened is left alone by what the dates asked before', async (t) => {
  const held = await create({ start_date: day(-1), end_date: day(12), status: 'upcoming' })
  const reopened = await create({ start_date: day(-9), end_date: day(-2) })
  await call('bod', 'PATCH', `/api/campaigns/${reopened}`, { status: 'active' })
  await moveDueCampaigns(app, day(1))
  t.same([await statusOf(held), await statusOf(reopened)], ['upcoming', 'active'])
  await moveDueCampaigns(app, day(13))
  t.same([await statusOf(held), await statusOf(reopened)], ['completed', 'active'])
})

t.test('the job moves by the date of today', async (t) => {
  const ended = await createEnded()
  const ending = await create({ start_date: day(-9), end_date: day(0) })
  await campaignStates.handler(app, {}, attempt)
  t.equal(await statusOf(ended), 'completed')
  t.equal(await statusOf(ending), 'active')
})

t.test(
  'a process with workers makes up for missed nights when it starts, one without does not',
  async (t) => {
    const id = await createEnded()
    await testApp(t, { DATABASE_URL })
    t.equal(await statusOf(id), 'active')
    await testApp(t, { WORKER: 'on', DATABASE_URL })
    t.equal(await statusOf(id), 'completed')
  },
)

t.test('a day begins in the business time zone', async (t) => {
  const { call } = await testApp(t, { BUSINESS_TIMEZONE: 'Pacific/Kiritimati' }) // 14 hours ahead
  const here = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
  const { body } = await call(
    'bod',
    'POST',
    '/api/campaigns',
    aCampaign({ start_date: here, end_date: here }),
  )
  t.match((await call('bod', 'GET', `/api/campaigns/${body.id}`)).body, { status: 'active' })
})

const dates = { start_date: '2026-11-16', end_date: '2026-11-27' }
const [BEFORE, DURING, AFTER] = ['2026-11-15', '2026-11-16', '2026-11-28'] as const

t.test('the dates ask for upcoming before the first day and completed after the last', async (t) => {
  for (const [today, expected] of [
    [BEFORE, 'upcoming'],
    [DURING, 'active'],
    ['2026-11-27', 'active'],
    [AFTER, 'completed'],
  ] as const)
    t.equal(statusByDates(dates, today), expected, today)
})

t.test('the day is kept of a status by hand that the dates do not ask for', async (t) => {
  t.same(stateByHand('active', dates, BEFORE), { status: 'active', status_set_on: BEFORE })
  t.same(stateByHand('active', dates, DURING), { status: 'active', status_set_on: null })
  t.same(stateByHand('active', dates, AFTER), { status: 'active', status_set_on: AFTER })
})

t.test('new dates move a status that follows them either way', async (t) => {
  for (const status of ['upcoming', 'active', 'completed'] as const)
    for (const [today, expected] of [
      [BEFORE, 'upcoming'],
      [DURING, 'active'],
      [AFTER, 'completed'],
    ] as const)
      t.same(stateByNewDates({ status, status_set_on: null }, dates, today), {
        status: expected,
        status_set_on: null,
      })
})

t.test('a status by hand gives way only to a later one, and cancelled to none', async (t) => {
  const active: CampaignState = { status: 'active', status_set_on: '2026-11-01' }
  t.same(stateByNewDates(active, dates, BEFORE), active)
  t.same(stateByNewDates(active, dates, DURING), active)
  t.same(stateByNewDates(active, dates, AFTER), { status: 'completed', status_set_on: null })
  const completed: CampaignState = { status: 'completed', status_set_on: '2026-11-01' }
  for (const today of [BEFORE, DURING, AFTER]) t.same(stateByNewDates(completed, dates, today), completed)
  const cancelled: CampaignState = { status: 'cancelled', status_set_on: null }
  for (const today of [BEFORE, DURING, AFTER]) t.same(stateByNewDates(cancelled, dates, today), cancelled)
})
