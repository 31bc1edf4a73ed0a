import Fastify from 'fastify'
import t from 'tap'
import { listRoute } from '../../../../plugins/sellers/schemas.ts'
import { monthlyRoute } from '../../../../plugins/sos/scores/schemas.ts'
import { type NamedScoreRow, recordOf } from '../../../../src/domain/scores/score-row.ts'
import { useValidation } from '../../../../src/platform/http/requests/validation.ts'
import { makeSeller, score } from '../../../account-managers/scored-sellers.ts'
import { testApp } from '../../../setup/app.ts'

const { app, call, user } = await testApp(t, { WORKER: 'off' })
const PERIOD = '2026-03'
const ODD_TEXTS = [
  `"quotes" and 'others', \\ and /`,
  'Söhne, 株式会社, \u{1F600}, \u2028, \u007f',
  'line\nfeed\ttab\r\b\f\u0001\u001f end',
  '</script>',
  ' ',
]
const METADATA = [
  {},
  { b: 1, a: [1, { c: null }], '10': 'ten', '9': 'nine' },
  { number: 1e21, small: 1e-7, zero: -0, decimal: 0.1, whole: 100 },
  { text: 'a "quoted"\n\u0001 one' },
  { '': '', ä: true },
]
const NUMBERS = [0, 0.1, 100, 72.93, 0.01]
const INSTANTS = ['2026-03-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-06-01T12:30:00.120Z']

for (const [place, company_name] of ODD_TEXTS.entries()) {
  const seller = await makeSeller(app, {
    seller_code: `S-${place} ${company_name}`,
    company_name,
    metadata: METADATA[place],
    ...(place % 2 === 0 && {
      contract_type: company_name,
      contract_start_date: new Date('0001-01-01'),
      assigned_am_id: user.am.am_id,
      primary_warehouse_id: user.warehouse.warehouse_id,
      payment_terms_days: 0,
      created_at: INSTANTS[place % 3],
    }),
  })
  const total_sos = NUMBERS[place] as number
  await score(app, {
    seller_id: seller.id,
    period: PERIOD,
    total_sos,
    ...(place > 0 && { previous_sos: 100 - total_sos, notes: company_name, imputed: ['f_score', 'i_score'] }),
    ...(place > 1 && { am_id: user.am.am_id, status: 'final', finalized_at: INSTANTS[place % 3] }),
    ...(place > 2 && { is_rated: false, unrated_reason: company_name }),
    calculated_at: INSTANTS[(place + 1) % 3] as string,
  })
}
await app.db.run`update monthly_scores set imputed = null where notes is null`

/** What a route with that schema writes of rows. */
async function written(schema: object, data: unknown[]) {
  const typed = Fastify()
  useValidation(typed)
  typed.get('/', { schema }, async () => ({ data, total: ODD_TEXTS.length, page: 1, limit: 500 }))
  return (await typed.inject('/')).body
}

const textOf = async (url: string) =>
  (await app.inject({ url, headers: { 'x-user-id': String(user.bod.id) } })).body

t.test('sellers are the bytes that their schema writes', async (t) => {
  const rows = await app.db.rows(
    `select s.*, a.name as am_name, w.name as warehouse_name
     from sellers s left join account_managers a on a.id = s.assigned_am_id
       left join warehouses w on w.id = s.primary_warehouse_id
     order by s.seller_code`,
  )
  const { response } = listRoute.schema
  t.equal(await textOf('/api/sellers?limit=500'), await written({ response }, rows))
})

t.test('scores are the bytes that their schema writes', async (t) => {
  const rows = await app.db.rows<NamedScoreRow>(
    `select m.*, s.seller_code, s.company_name, a.name as am_name
     from monthly_scores m join sellers s on s.id = m.seller_id left join account_managers a on a.id = m.am_id
     order by s.seller_code`,
  )
  const { response } = monthlyRoute.schema
  const expected = await written({ response }, rows.map(recordOf))
  t.equal(await textOf(`/api/sos/monthly?period=${PERIOD}&limit=500`), expected)
})

t.test('a page without rows', async (t) => {
  const { body } = await call('bod', 'GET', '/api/sos/monthly?period=2020-01&page=3')
  t.same(body, { data: [], total: 0, page: 3, limit: 20 })
})
