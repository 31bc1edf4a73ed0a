import t from 'tap'
import type { Role } from '../../src/platform/access/roles.ts'
import { testApp } from '../setup/app.ts'
import { aCampaign, day } from './a-campaign.ts'

const { app, call, user } = await testApp(t)
const own = String(user.warehouse.warehouse_id)
const other = String((await app.db.prisma.warehouse.create({ data: { code: 'WH-2', name: 'Other' } })).id)
const create = async (fields: object) =>
  (await call('bod', 'POST', '/api/campaigns', aCampaign(fields))).body.id as number

await create({
  campaign_code: 'PAST',
  start_date: day(-30),
  end_date: day(-20),
  status: 'completed',
  warehouses: [other],
})
await create({
  campaign_code: 'NOW',
  start_date: day(-3),
  end_date: day(3),
  campaign_type: 'mini_campaign',
  warehouses: [own, other],
})
const soon = await create({ campaign_code: 'a code/with 50%' })
await create({ campaign_code: 'SAME-DAY', warehouses: [own] })
await create({ campaign_code: 'OFF', start_date: day(40), end_date: day(41), status: 'cancelled' })

const codes = async (query: string, role: Role = 'bod') => {
  const { body } = await call(role, 'GET', `/api/campaigns${query}`)
  return body.data.map(({ campaign_code }: { campaign_code: string }) => campaign_code)
}

t.test('the latest start comes first, then the newest, cancelled ones included', async (t) => {
  t.same(await codes(''), ['OFF', 'SAME-DAY', 'a code/with 50%', 'NOW', 'PAST'])
})

t.test('a list item is the full record', async (t) => {
  const { body } = await call('bod', 'GET', '/api/campaigns?status=completed')
  t.same(body.data, [(await call('bod', 'GET', '/api/campaigns/PAST')).body])
  t.match(body, { total: 1, page: 1, limit: 20 })
})

t.test('status and type narrow the list down', async (t) => {
  t.same(await codes('?status=upcoming'), ['SAME-DAY', 'a code/with 50%'])
  t.same(await codes('?status=cancelled'), ['OFF'])
  t.same(await codes('?status=cancelled,active'), ['OFF', 'NOW'])
  t.same(await codes('?status=cancelled, active'), ['OFF', 'NOW'])
  t.same(await codes('?status=cancelled&status=active'), ['OFF', 'NOW'])
  t.equal((await codes('?status=')).length, 5, 'an empty value is none')
  t.same(await codes('?type=mini_campaign'), ['NOW'])
  t.same(await codes('?type=major_campaign&status=active'), [])
})

t.test('other values answer 400 and list the known ones', async (t) => {
  for (const [query, error] of [
    ['status=planned', /^status must be one of upcoming, active, completed, cancelled, or several/],
    ['status=active,planned', /^status must be one of/],
    ['type=major', /^type must be one of major_campaign, mini_campaign\.$/],
    ['campaign_type=major_campaign', /^campaign_type is not a known field/],
  ] as const)
    t.match(await call('bod', 'GET', `/api/campaigns?${query}`), { status: 400, body: { error } }, query)
})

t.test('pages cut the list without losing the total', async (t) => {
  t.same(await codes('?limit=2&page=2'), ['a code/with 50%', 'NOW'])
  const { body } = await call('bod', 'GET', '/api/campaigns?limit=2&page=9')
  t.match(body, { data: [], total: 5, page: 9, limit: 2 })
})

t.test('a campaign is found by id and by code', async (t) => {
  const { status, body } = await call('bod', 'GET', `/api/campaigns/${soon}`)
  t.match({ status, body }, { status: 200, body: { id: soon, campaign_code: 'a code/with 50%' } })
  t.same((await call('bod', 'GET', `/api/campaigns/${encodeURIComponent('a code/with 50%')}`)).body, body)
})

t.test('an unknown campaign answers 404 on every route', async (t) => {
  for (const unknown of ['NOPE', 'now', '0', '2147483647', '2147483648', '9'.repeat(60), '-1', '1.5'])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { campaign_name: 'X' }],
      ['DELETE', '', undefined],
      ['GET', '/forecasts', undefined],
      ['GET', '/actuals', undefined],
    ] as const) {
      const answer = await call('bod', method, `/api/campaigns/${unknown}${path}`, body)
      t.match(answer, { status: 404, body: { error: `There is no campaign ${unknown}.` } }, method + path)
    }
})

t.test('a warehouse sees the campaigns that it takes part in, an account manager all', async (t) => {
  t.same(await codes('', 'warehouse'), ['OFF', 'SAME-DAY', 'a code/with 50%', 'NOW'])
  t.equal((await codes('', 'am')).length, 5)
  for (const path of ['', '/forecasts', '/actuals']) {
    t.equal((await call('warehouse', 'GET', `/api/campaigns/NOW${path}`)).status, 200, path)
    t.match(await call('warehouse', 'GET', `/api/campaigns/PAST${path}`), {
      status: 403,
      body: { error: 'Your warehouse takes no part in this campaign.' },
    })
  }
})
