import t from 'tap'
import { COMPONENTS, RULE_TYPE_OF } from '../../src/scoring/components.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { METRICS } from '../../src/scoring/metrics.ts'
import { testApp } from '../setup/app.ts'

const { call } = await testApp(t)
let year = 2030
/** What a new record has that names some fields only. */
const made = async (type: string, fields: object, effective_from = `${year++}-01`) => {
  const { status, body } = await call('bod', 'POST', `/api/config/${type}`, { ...fields, effective_from })
  t.equal(status, 200, body.error ?? type)
  return (await call('bod', 'GET', `/api/config/${type}/${body.id}`)).body
}
const weights = { p_score: 20, o_score: 30, t_score: 15, f_score: 20, i_score: 15 }

t.test('a name is the contract type, or Standard', async (t) => {
  t.match(await made('score-weights', weights), { name: 'Standard' })
  t.match(await made('score-weights', { ...weights, contract_type: 'premium' }), { name: 'premium' })
  t.match(await made('grace-period', { days: 3, contract_type: null }), { name: 'Standard' })
  t.match(await made('grace-period', { days: 3, name: 'Mine' }), { name: 'Mine' })
})

t.test('a rank follows from the order of min_score', async (t) => {
  const color = '#FFFFFF'
  for (const [name, min_score, rank] of [
    ['Diamond', 97, 7],
    ['Rose', 85, 6],
    ['Doubtful', 20, 2],
    ['Gold', 81, 5],
    ['Unrated', null, 0],
  ] as const)
    t.match(await made('tiers', { name, min_score, color }), { rank }, name)
})

t.test('a curve is the one that the metric has in a new service', async (t) => {
  for (const type of ['p-score', 'o-score', 't-score', 'f-score', 'i-score', 'am-kpi-weight'] as const)
    for (const { metric, curve } of defaultRules[type])
      t.match(await made(type, { metric, weight: 10 }), { metric, curve })
})

t.test('a metric without a curve in a new service needs one', async (t) => {
  for (const { name, component } of METRICS) {
    const type = RULE_TYPE_OF[component]
    if (defaultRules[type].some(({ metric }) => metric === name)) continue
    const fields = { metric: name, weight: 10 }
    const error = `curve is required: a new service has none for ${name}`
    t.match(await call('bod', 'POST', `/api/config/${type}`, { ...fields, effective_from: '2029-01' }), {
      ...{ status: 400, body: { error } },
    })
    const curve = [
      [0, 100],
      [10, 0],
    ]
    t.match(await made(type, { ...fields, curve }), { metric: name, curve })
  }
})

t.test('an unknown metric is answered with all that there are', async (t) => {
  for (const component of COMPONENTS) {
    const type = RULE_TYPE_OF[component]
    const fields = { metric: 'luck', weight: 10, effective_from: '2029-01' }
    const { body } = await call('bod', 'POST', `/api/config/${type}`, fields)
    const names = METRICS.filter((metric) => metric.component === component).map(({ name }) => name)
    t.match(body, { error: `metric must be one of ${names.join(', ')}, not "luck"` }, type)
  }
})

t.test('a reason is made of type and metric', async (t) => {
  const rule = { surcharge_type: 'late_fee', metric: 'days_beyond_terms', above: 5 }
  t.match(await made('surcharge', rule), { reason: 'Late fee by days beyond terms' })
})

t.test('hours are those of the category, else those of any other', async (t) => {
  t.match(await made('helpdesk', { category: 'returns', weight: 1 }), { reply_hours: 24, resolve_hours: 72 })
  t.match(await made('helpdesk', { category: 'complaint', weight: 3, reply_hours: 2 }), {
    reply_hours: 2,
    resolve_hours: 48,
  })
})
